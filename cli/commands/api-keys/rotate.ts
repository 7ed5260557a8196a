import { Effect } from "effect"
import { oldSecretHours, olderSecretEnds } from "#core/apikeys/apiKeyRules.ts"
import { countOf } from "#core/base/countOf.ts"
import type { ApiKeyId } from "#core/base/ids.ts"
import { listApiKeys, rotateApiKey } from "#core/commands/apiKeyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { timeText } from "#cli/output/timeText.ts"
import { secretFacts } from "./apiKeyColumns.ts"
import { keyNamed } from "./keyNamed.ts"
import { unseenKey } from "./unseenKey.ts"

const endOf = (hours: number): string =>
  hours === 0 ? "stops working right away" : `works for ${countOf(hours, "more hour")}`

/** The warning about a secret from an earlier rotation that still works. */
const olderOf = (id: ApiKeyId) =>
  Effect.map(runOf(listApiKeys)({}), ({ data }) => {
    const until = data.find((each) => each.id === id)?.oldSecretUntil ?? null
    return until === null ? "" : ` ${olderSecretEnds(timeText(until))}`
  })

export const verb = confirmedVerb(
  rotateApiKey,
  ({ id, oldHours = oldSecretHours.usual }) =>
    Effect.map(
      Effect.all([keyNamed(id), olderOf(id)]),
      ([key, older]) => `${key} gets a new secret. The old one ${endOf(oldHours)}.${older}`
    ),
  ({ data }, _, call) => shownRecord(triedSecret(call, data), secretFacts(data)),
  { unseen: (call) => unseenKey(call, "The key may have a new secret that you haven't seen.") }
)
