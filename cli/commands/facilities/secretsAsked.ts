import { Effect } from "effect"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import type { Call } from "#cli/commands/Verb.ts"
import { ask } from "#cli/input/ask.ts"
import { missingInput } from "#cli/output/Failure.ts"

/**
 * What an FMS needs and keeps secret, asked for unseen. A command line shows to everybody on the machine, so that there is no
 * option for them. Nothing is asked where no software is chosen.
 */
export const secretsAsked = Effect.fnUntraced(function* (call: Call, software: FmsId | undefined) {
  const secrets: Record<string, string> = {}
  if (software === undefined) return secrets
  for (const { name, label, required, secret } of fmsProfiles[software].fields) {
    if (!secret || !required) continue
    if (!call.terminal.mayAsk) {
      return yield* Effect.fail(missingInput(label, "It is asked for unseen: run the command at a terminal.", name))
    }
    const question = { label, description: "not shown", hidden: true, choices: [] }
    secrets[name] = yield* Effect.tryPromise({ try: () => ask(call.terminal, question), catch: (cause) => cause })
  }
  return secrets
})
