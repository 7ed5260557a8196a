import { Effect } from "effect"
import { editApiKey } from "#core/commands/apiKeyCommands.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { keyFacts } from "./apiKeyColumns.ts"
import { facilitiesGiven } from "./facilitiesGiven.ts"

const plain = callVerb(editApiKey, ({ data }) => shownRecord(data, keyFacts))

export const verb = verbOf(editApiKey, {
  run: (call: Call) => Effect.flatMap(facilitiesGiven(call), plain.run)
})
