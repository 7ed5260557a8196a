import { Effect } from "effect"
import type { WebhookId } from "#core/base/ids.ts"
import { listWebhooks, rotateSeenWebhook, rotateWebhook } from "#core/commands/webhookCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { olderWebhookSecretEnds, webhookOldSecretHours } from "#core/webhooks/webhookRules.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { timeText } from "#cli/output/timeText.ts"
import { unseenWebhook } from "./unseenWebhook.ts"
import { webhookSecret } from "./webhookColumns.ts"
import { webhookName } from "./webhookNamed.ts"

/** What happens to the webhook, with a warning about a secret from an earlier rotation that is still used for signing. */
const about = Effect.fnUntraced(function* (id: WebhookId) {
  const { data } = yield* runOf(listWebhooks)({})
  const webhook = data.find((each) => each.id === id)
  const until = webhook?.oldSecretUntil ?? null
  const older = until === null ? "" : ` ${olderWebhookSecretEnds(timeText(until))}`
  const what = `${webhookName(webhook, id)} gets a new secret. For ${webhookOldSecretHours} hours, messages will be signed with both.${older}`
  return webhook === undefined ? what : { what, request: rotateSeenWebhook(webhook) }
})

export const verb = confirmedVerb(
  rotateWebhook,
  ({ id }) => about(id),
  ({ data }, _, call) => shownRecord(triedSecret(call, data), webhookSecret),
  { unseen: (call) => unseenWebhook(call, "The webhook may have a new secret that you haven't seen.") }
)
