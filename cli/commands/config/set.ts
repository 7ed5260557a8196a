import { Effect, Schema } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { changeSettings } from "#cli/local/Settings.ts"
import { settingKey } from "#cli/local/settingKeys.ts"
import { checkedValue } from "./checkedValue.ts"
import { keyField } from "./keyField.ts"

const command = {
  id: "config.set",
  title: "Change one setting",
  section: "Terminal",
  keywords: ["settings", "preferences"],
  input: {
    key: keyField,
    value: {
      schema: Schema.String,
      label: "Value",
      description: "The value, or '' for the default",
      positional: true
    }
  },
  risk: "changes",
  terminal: {
    path: ["config", "set"],
    examples: [
      "lockdesk config set facility 'Maple St'",
      "lockdesk config set company 'Maple Self Storage'",
      "lockdesk config set color never"
    ]
  }
} as const satisfies LocalCommand

/**
 * Checks and stores a setting. If the server can't be asked, a value that only it can check is stored unchecked, with a
 * warning.
 */
export const verb: Verb = {
  command,
  run: Effect.fnUntraced(function* (call: Call) {
    const { key: name, value: typed } = yield* readInput(call, command.input)
    const key = yield* Effect.try({ try: () => settingKey(name), catch: (cause) => cause })
    const { profile } = call.target()
    const { value, name: found, unchecked } = yield* checkedValue(name, typed, call)
    const next = yield* Effect.try({
      try: () => key.write(call.settings, profile, value, found),
      catch: (cause) => cause
    })
    const shown = (key.shown ?? key.read)(next, profile)
    const note = unchecked === null ? "" : ` It was not checked. ${unchecked}`
    const text = shown === null ? `${name} is back to its default.` : `${name} is now ${shown}.${note}`
    if (call.flags.dryRun === true) {
      call.terminal.talk(`Dry run: nothing was changed. The result would be: ${text}`)
      return exitCodes.done
    }
    yield* Effect.tryPromise({
      try: () => changeSettings(call.environment.folder, (settings) => key.write(settings, profile, value, found)),
      catch: (cause) => cause
    })
    call.terminal.talk(text)
    return exitCodes.done
  })
}
