import { Effect } from "effect"
import { createApiKey } from "#core/commands/apiKeyCommands.ts"
import type { Call } from "#cli/Call.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { secretFacts } from "./apiKeyColumns.ts"
import { facilitiesGiven } from "./facilitiesGiven.ts"

const plain = callVerb(createApiKey, ({ data }, _, call) => shownRecord(triedSecret(call, data), secretFacts(data)))

export const verb = verbOf(createApiKey, {
  run: (call: Call) => Effect.flatMap(facilitiesGiven(call), plain.run)
})
