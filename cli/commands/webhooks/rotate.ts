import { Effect } from "effect"
import { rotateWebhook } from "#core/commands/webhookCommands.ts"
import { webhookOldSecretHours } from "#core/webhooks/webhookRules.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { webhookSecret } from "./webhookColumns.ts"

export const verb = confirmedVerb(
  rotateWebhook,
  ({ id }) =>
    Effect.succeed(
      `Webhook ${id} gets a new secret. For ${webhookOldSecretHours} hours messages are signed with both.`
    ),
  ({ data }) => shownRecord(data, webhookSecret)
)
