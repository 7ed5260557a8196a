import { Effect } from "effect"
import type { WebhookId } from "#core/base/ids.ts"
import { listWebhooks } from "#core/commands/webhookCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Webhook } from "#core/webhooks/Webhook.ts"

/** A webhook in a confirmation: its number and URL. */
export const webhookName = (webhook: Webhook | undefined, id: WebhookId): string =>
  webhook === undefined ? `Webhook ${id}` : `Webhook ${id} (${webhook.url})`

/** The same, read from the server. */
export const webhookNamed = (id: WebhookId) =>
  Effect.map(runOf(listWebhooks)({}), ({ data }) =>
    webhookName(
      data.find((each) => each.id === id),
      id
    )
  )
