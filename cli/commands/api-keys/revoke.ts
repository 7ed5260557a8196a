import { Effect } from "effect"
import { revokeApiKey } from "#core/commands/apiKeyCommands.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { keyFacts } from "./apiKeyColumns.ts"
import { keyNamed } from "./keyNamed.ts"

export const verb = confirmedVerb(
  revokeApiKey,
  ({ id }) => Effect.map(keyNamed(id), (key) => `${key} will stop working right away, for good.`),
  ({ data }) => shownRecord(data, keyFacts)
)
