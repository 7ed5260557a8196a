import { Effect } from "effect"
import { oldSecretHours, olderSecretEnds } from "#core/apikeys/apiKeyRules.ts"
import { countOf } from "#core/base/countOf.ts"
import type { ApiKeyId } from "#core/base/ids.ts"
import { listApiKeys, rotateApiKey, rotateSeenApiKey } from "#core/commands/apiKeyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { timeText } from "#cli/output/timeText.ts"
import { secretFacts } from "./apiKeyColumns.ts"
import { keyName } from "./keyNamed.ts"
import { unseenKey } from "./unseenKey.ts"

const endOf = (hours: number): string =>
  hours === 0 ? "stops working right away" : `works for ${countOf(hours, "more hour")}`

/** What happens to the key, with a warning about a secret from an earlier rotation that still works. */
const about = Effect.fnUntraced(function* (id: ApiKeyId, oldHours: number | undefined) {
  const { data } = yield* runOf(listApiKeys)({})
  const key = data.find((each) => each.id === id)
  const until = key?.oldSecretUntil ?? null
  const older = until === null ? "" : ` ${olderSecretEnds(timeText(until))}`
  const what = `${keyName(key, id)} gets a new secret. The old one ${endOf(oldHours ?? oldSecretHours.usual)}.${older}`
  return key === undefined ? what : { what, request: rotateSeenApiKey(key, oldHours) }
})

export const verb = confirmedVerb(
  rotateApiKey,
  ({ id, oldHours }) => about(id, oldHours),
  ({ data }, _, call) => shownRecord(triedSecret(call, data), secretFacts(data)),
  { unseen: (call) => unseenKey(call, "The key may have a new secret that you haven't seen.") }
)
