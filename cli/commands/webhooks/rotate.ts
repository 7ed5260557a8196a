import { Effect } from "effect"
import type { WebhookId } from "#core/base/ids.ts"
import { listWebhooks, rotateWebhook } from "#core/commands/webhookCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { olderWebhookSecretEnds, webhookOldSecretHours } from "#core/webhooks/webhookRules.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { timeText } from "#cli/output/timeText.ts"
import { unseenWebhook } from "./unseenWebhook.ts"
import { webhookSecret } from "./webhookColumns.ts"
import { webhookNamed } from "./webhookNamed.ts"

/** The warning about a secret from an earlier rotation that is still used for signing. */
const olderOf = (id: WebhookId) =>
  Effect.map(runOf(listWebhooks)({}), ({ data }) => {
    const until = data.find((each) => each.id === id)?.oldSecretUntil ?? null
    return until === null ? "" : ` ${olderWebhookSecretEnds(timeText(until))}`
  })

export const verb = confirmedVerb(
  rotateWebhook,
  ({ id }) =>
    Effect.map(
      Effect.all([webhookNamed(id), olderOf(id)]),
      ([webhook, older]) =>
        `${webhook} gets a new secret. For ${webhookOldSecretHours} hours, messages will be signed with both.${older}`
    ),
  ({ data }, _, call) => shownRecord(triedSecret(call, data), webhookSecret),
  { unseen: (call) => unseenWebhook(call, "The webhook may have a new secret that you haven't seen.") }
)
