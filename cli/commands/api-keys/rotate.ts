import { Effect } from "effect"
import { oldSecretHours } from "#core/apikeys/apiKeyRules.ts"
import { countOf } from "#core/base/countOf.ts"
import { rotateApiKey } from "#core/commands/apiKeyCommands.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { secretFacts } from "./apiKeyColumns.ts"
import { keyNamed } from "./keyNamed.ts"

const endOf = (hours: number): string =>
  hours === 0 ? "stops working at once" : `works for ${countOf(hours, "more hour")}`

export const verb = confirmedVerb(
  rotateApiKey,
  ({ id, oldHours = oldSecretHours.usual }) =>
    Effect.map(keyNamed(id), (key) => `${key} gets a new secret. The old one ${endOf(oldHours)}.`),
  ({ data }) => shownRecord(data, secretFacts(data))
)
