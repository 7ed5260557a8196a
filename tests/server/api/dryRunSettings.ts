import type { Trial } from "./dryRunPlace.ts"

/**
 * Trials of the commands for settings, roles and automations. Logging out everyone is tried on a company no other test is
 * signed in to.
 */
export const settingsTrials = (other: () => Promise<string>): Readonly<Record<string, ReadonlyArray<Trial>>> => ({
  "automations.set": [{ input: () => ({ units: "vacant", status: 1001 }) }],
  "settings.set": [
    { input: () => ({ setting: "limit-one-lock", value: "on" }) },
    { input: () => ({ setting: "name", value: "Acme West" }) },
    { input: () => ({ setting: "web-timeout", value: "5 minutes" }), refused: "SettingRefused" }
  ],
  "roles.set": [
    { input: () => ({ role: 11, area: 13, level: 1 }) },
    { input: () => ({ role: 10, area: 7, level: 1 }), refused: "OwnRoleKeepsUsers" }
  ],
  "roles.reset": [{ input: () => ({ role: 11 }) }],
  "settings.logoutAll": [{ input: () => ({}), as: other }]
})
