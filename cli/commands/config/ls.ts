import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { settingKeys } from "#cli/local/settingKeys.ts"
import { show, shownList } from "#cli/output/shown.ts"

const command: LocalCommand = {
  id: "config.ls",
  title: "List the settings",
  section: "Terminal",
  keywords: ["settings", "preferences"],
  input: {},
  risk: "reads",
  terminal: { path: ["config", "ls"], examples: ["lockdesk config ls"] }
}

/** Every setting, its value and its purpose. */
export const verb: Verb = {
  command,
  fields: ["key", "value", "description"],
  run: Effect.fnUntraced(function* (call: Call) {
    const { profile } = call.target()
    const rows = settingKeys.map((key) => ({
      key: key.name,
      value: key.read(call.settings, profile),
      description: key.description
    }))
    const shown = new Map(settingKeys.map((key) => [key.name, (key.shown ?? key.read)(call.settings, profile)]))
    return yield* show(
      call.terminal,
      shownList("settings", rows, [
        { heading: "Key", text: (row) => row.key },
        { heading: "Value", text: (row) => shown.get(row.key) ?? "" },
        { heading: "What", text: (row) => row.description }
      ])
    )
  })
}
