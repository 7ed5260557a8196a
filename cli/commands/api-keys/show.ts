import { Effect } from "effect"
import { showApiKey } from "#core/commands/apiKeyCommands.ts"
import type { Call } from "#cli/Call.ts"
import { mustBeForReal } from "#cli/commands/dryRun.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { secretFacts } from "./apiKeyColumns.ts"

const plain = callVerb(showApiKey, ({ data }) => shownRecord(data, secretFacts(data)))

export const verb = verbOf(showApiKey, {
  run: (call: Call) => Effect.andThen(mustBeForReal(call), plain.run(call))
})
