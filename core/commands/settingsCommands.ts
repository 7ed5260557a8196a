import { Effect, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { BroadcastAudience } from "#core/notices/broadcastAudiences.ts"
import type { CompanyDetails, SettingsChange } from "#core/settings/CompanySettings.ts"
import { allLoggedOut } from "#core/settings/logOutAllWords.ts"
import type { ChangedSettings } from "#core/settings/SettingsApi.ts"
import { SettingRefused } from "#core/settings/SettingsErrors.ts"
import { locksPerUnit, settingNames, settingsTable } from "#core/settings/settingsTable.ts"
import { command } from "./Command.ts"
import { textField } from "./fields.ts"
import { view } from "./viewCommands.ts"

/** Changes company details; refused where one of them is not what it was (`was`) when it was edited. */
export const changeDetails = (change: Partial<CompanyDetails>, was: Partial<CompanyDetails>) =>
  withClient(({ settings }) => settings.setCompany({ query: {}, payload: { ...change, was } }))

/** Makes the documents' call of a change of one setting (002 §7); the company's name, contact and zone share one. */
export const changeSetting = (change: SettingsChange) =>
  withClient(({ settings }) => {
    const { numberOfLocks, hideLockCodes, emailViewLockCodesReport, clientTimeout, mobileTimeout, ...company } = change
    if (numberOfLocks !== undefined) {
      const payload = { canHaveMultipleLocks: numberOfLocks !== locksPerUnit.limited }
      return settings.setLocksPerUnit({ query: {}, payload })
    }
    if (hideLockCodes !== undefined) return settings.setHideLockCodes({ query: {}, payload: { hideLockCodes } })
    if (emailViewLockCodesReport !== undefined) {
      return settings.setDailyReport({ query: {}, payload: { emailViewLockCodesReport } })
    }
    if (clientTimeout !== undefined) return settings.setClientTimeout({ query: { clientTimeout } })
    if (mobileTimeout !== undefined) return settings.setMobileTimeout({ query: { mobileTimeout } })
    return settings.setCompany({ query: {}, payload: company })
  })

export const showSettings = command({
  id: "settings.show",
  title: "Show the settings",
  section: "Settings",
  keywords: ["company", "timeout", "time zone", "report", "contact"],
  input: {},
  subject: "none",
  scope: "anywhere",
  risk: "reads",
  touches: [],
  terminal: { path: ["settings", "show"], examples: ["lockdesk settings show", "lockdesk settings show --json"] },
  does: { call: "settings.profile", run: () => withClient((client) => client.settings.profile({ query: {} })) }
})

export const setSetting = command({
  id: "settings.set",
  title: "Change a company setting",
  section: "Settings",
  keywords: [...settingNames.map((name) => settingsTable[name].label), "switch", "session", "hide codes"],
  input: {
    setting: {
      schema: Schema.Literals(settingNames),
      label: "Setting",
      description: "Which setting",
      positional: true,
      choices: settingNames
    },
    value: textField({
      label: "Value",
      description: "on or off; a time such as '30 minutes'; a text or 'none'; an IANA time zone",
      positional: true
    })
  },
  subject: "none",
  scope: "anywhere",
  risk: "changes",
  touches: ["settings", "session", "audit"],
  undo: "locks.undo",
  back: ({ setting }, { before }: ChangedSettings) => ({ setting, value: settingsTable[setting].typed(before) }),
  done: ({ message }: ChangedSettings) => message,
  terminal: {
    path: ["settings", "set"],
    examples: [
      "lockdesk settings set limit-one-lock on",
      "lockdesk settings set web-timeout '30 minutes'",
      "lockdesk settings set time-zone America/Denver --dry-run"
    ]
  },
  does: {
    call: "settings.setCompany",
    run: ({ setting, value }) => {
      const read = settingsTable[setting].read(value)
      return "wrong" in read
        ? Effect.fail(new SettingRefused({ data: { issues: [{ path: "value", message: read.wrong }] } }))
        : changeSetting(read.change)
    }
  }
})

export const logOutAllUsers = command({
  id: "settings.logoutAll",
  title: "Log out all users",
  section: "Settings",
  keywords: ["sign out", "force", "everybody", "sessions", "end"],
  input: {},
  subject: "none",
  scope: "anywhere",
  risk: "dangerous",
  touches: ["audit"],
  done: () => allLoggedOut,
  terminal: { path: ["settings", "logout-all"], examples: ["lockdesk settings logout-all --yes"] },
  does: {
    call: "settings.logOutAll",
    run: () =>
      withClient((client) =>
        client.settings.logOutAll({
          query: {},
          payload: { userGroup: BroadcastAudience.id.UsersInSpecificCompany }
        })
      )
  }
})

export const settingsCommands = [
  showSettings,
  setSetting,
  logOutAllUsers,
  view({
    id: "settings.saveWebTimeout",
    title: "Save & Submit the web app timeout",
    section: "Settings",
    keywords: ["session"],
    call: "settings.setClientTimeout"
  }),
  view({
    id: "settings.saveMobileTimeout",
    title: "Save & Submit the mobile app timeout",
    section: "Settings",
    keywords: ["session"],
    call: "settings.setMobileTimeout"
  }),
  view({
    id: "settings.takeTheirs",
    title: "Load them as they are now",
    section: "Settings",
    keywords: ["conflict"]
  }),
  view({
    id: "settings.cancel",
    title: "Discard changes of the company details",
    section: "Settings",
    keywords: ["reset"]
  })
] as const
