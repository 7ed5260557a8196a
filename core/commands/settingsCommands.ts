import { Effect, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { BroadcastAudience } from "#core/notices/broadcastAudiences.ts"
import type { SettingsChange } from "#core/settings/CompanySettings.ts"
import { allLoggedOut } from "#core/settings/logOutAllWords.ts"
import type { ChangedSettings } from "#core/settings/SettingsApi.ts"
import { SettingRefused, SettingsChangedMeanwhile } from "#core/settings/SettingsErrors.ts"
import { changeTo, differingFields, pickedFields } from "#core/settings/settingsRules.ts"
import { isLimited, type SettingName, settingNames, settingsTable } from "#core/settings/settingsTable.ts"
import { command } from "./Command.ts"
import { textField } from "./fields.ts"
import { view } from "./view.ts"

/** Converts the number of locks per unit to the field of the documented call. */
const locksOf = (numberOfLocks: number) => ({ canHaveMultipleLocks: !isLimited({ numberOfLocks }) })

/**
 * Calls the documented endpoint that saves one setting (002 §7); the company's name, contact and time zone share one.
 * Refused if a field no longer has the value it had before the edit (`was`). Fields missing from `was` are saved
 * unconditionally.
 */
export const changeSettings = (change: SettingsChange, was: SettingsChange) =>
  withClient(({ settings }) => {
    const { numberOfLocks, hideLockCodes, emailViewLockCodesReport, clientTimeout, mobileTimeout, ...company } = change
    if (numberOfLocks !== undefined) {
      const edited = was.numberOfLocks === undefined ? {} : { was: locksOf(was.numberOfLocks) }
      return settings.setLocksPerUnit({ query: {}, payload: { ...locksOf(numberOfLocks), ...edited } })
    }
    if (hideLockCodes !== undefined) {
      const edited = was.hideLockCodes === undefined ? {} : { was: { hideLockCodes: was.hideLockCodes } }
      return settings.setHideLockCodes({ query: {}, payload: { hideLockCodes, ...edited } })
    }
    if (emailViewLockCodesReport !== undefined) {
      const { emailViewLockCodesReport: report } = was
      const edited = report === undefined ? {} : { was: { emailViewLockCodesReport: report } }
      return settings.setDailyReport({ query: {}, payload: { emailViewLockCodesReport, ...edited } })
    }
    if (clientTimeout !== undefined)
      return settings.setClientTimeout({ query: { clientTimeout, was: was.clientTimeout } })
    if (mobileTimeout !== undefined)
      return settings.setMobileTimeout({ query: { mobileTimeout, was: was.mobileTimeout } })
    return settings.setCompany({ query: {}, payload: { ...company, was } })
  })

/** The call that undoes a change unless someone changed the setting since; null if nothing was changed. */
export const takeBackSettings = ({ before, data }: ChangedSettings) => {
  const [old, made] = [changeTo(before), changeTo(data)]
  const fields = differingFields(old, made)
  return fields.length === 0 ? null : changeSettings(pickedFields(old, fields), pickedFields(made, fields))
}

/** Changes a setting if it still has the value the user saw (`was`), typed or as displayed, or already has the new one. */
const changeWhile = (setting: SettingName, change: SettingsChange, was: string) =>
  Effect.gen(function* () {
    const { data } = yield* withClient((client) => client.settings.profile({ query: {} }))
    const { read, typed } = settingsTable[setting]
    const seen = read(was)
    if ("wrong" in seen) return yield* new SettingRefused({ data: { issues: [{ path: "was", message: seen.wrong }] } })
    const now = changeTo(data)
    const fields = Object.keys(change) as ReadonlyArray<keyof SettingsChange>
    // A timeout stored in milliseconds may be displayed rounded, so compare the displayed values.
    const same =
      typed(data).toLowerCase() === was.trim().toLowerCase() || differingFields(seen.change, now).length === 0
    if (!same && differingFields(change, now).length > 0)
      return yield* new SettingsChangedMeanwhile({ data: { fields, updatedBy: data.updatedBy } })
    return yield* changeSettings(change, pickedFields(now, fields))
  })

export const showSettings = command({
  id: "settings.show",
  title: "Show the settings",
  section: "Settings",
  keywords: ["company", "timeout", "time zone", "report", "contact"],
  input: {},
  risk: "reads",
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
    }),
    was: textField({
      label: "Was",
      description: "Change it only if this is still its value in lockdesk settings show",
      optional: true
    })
  },
  risk: "changes",
  touches: ["settings", "session", "audit"],
  undo: "locks.undo",
  back: (_, answer: ChangedSettings) => takeBackSettings(answer),
  done: ({ message }: ChangedSettings) => message,
  terminal: {
    path: ["settings", "set"],
    examples: [
      "lockdesk settings set limit-one-lock on",
      "lockdesk settings set web-timeout '30 minutes'",
      "lockdesk settings set limit-one-lock off --was on",
      "lockdesk settings set time-zone America/Denver --dry-run"
    ]
  },
  does: {
    call: "settings.setCompany",
    run: ({ setting, value, was }) => {
      const read = settingsTable[setting].read(value)
      if ("wrong" in read) {
        return Effect.fail(new SettingRefused({ data: { issues: [{ path: "value", message: read.wrong }] } }))
      }
      return was === undefined ? changeSettings(read.change, {}) : changeWhile(setting, read.change, was)
    }
  }
})

export const logOutAllUsers = command({
  id: "settings.logoutAll",
  title: "Log out all users",
  section: "Settings",
  keywords: ["sign out", "force", "everybody", "sessions", "end"],
  input: {},
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
    title: "Load latest version",
    section: "Settings",
    keywords: ["conflict"]
  }),
  view({
    id: "settings.takeTheirWebTimeout",
    title: "Load the latest web app timeout",
    section: "Settings",
    keywords: ["conflict"]
  }),
  view({
    id: "settings.takeTheirMobileTimeout",
    title: "Load the latest mobile app timeout",
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
