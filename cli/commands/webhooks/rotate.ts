import { Effect } from "effect"
import { rotateWebhook } from "#core/commands/webhookCommands.ts"
import { webhookOldSecretHours } from "#core/webhooks/webhookRules.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { webhookSecret } from "./webhookColumns.ts"
import { webhookNamed } from "./webhookNamed.ts"

export const verb = confirmedVerb(
  rotateWebhook,
  ({ id }) =>
    Effect.map(
      webhookNamed(id),
      (webhook) => `${webhook} gets a new secret. For ${webhookOldSecretHours} hours messages are signed with both.`
    ),
  ({ data }) => shownRecord(data, webhookSecret)
)
