import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { settingKey } from "#cli/local/settingKeys.ts"
import { keyField } from "./keyField.ts"

const command = {
  id: "config.get",
  title: "Show one setting",
  section: "Terminal",
  keywords: ["settings", "preferences"],
  input: { key: keyField },
  risk: "reads",
  terminal: { path: ["config", "get"], examples: ["lockdesk config get facility"] }
} as const satisfies LocalCommand

/** Prints only the value, for scripts; prints nothing if it is not set. */
export const verb: Verb = {
  command,
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, command.input)
    const value = yield* Effect.try({
      try: () => settingKey(input.key).read(call.settings, call.target().profile),
      catch: (cause) => cause
    })
    if (call.terminal.outputOptions.format.kind !== "table") {
      yield* Effect.promise(() => call.terminal.data(`${JSON.stringify({ key: input.key, value })}\n`))
    } else if (value === null) call.terminal.talk(`${input.key} is not set.`)
    else yield* Effect.promise(() => call.terminal.data(`${value}\n`))
    return exitCodes.done
  })
}
