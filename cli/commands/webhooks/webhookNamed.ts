import { Effect } from "effect"
import type { WebhookId } from "#core/base/ids.ts"
import { listWebhooks } from "#core/commands/webhookCommands.ts"
import { runOf } from "#core/commands/runOf.ts"

/** A webhook in a confirmation: its number and URL. */
export const webhookNamed = (id: WebhookId) =>
  Effect.map(runOf(listWebhooks)({}), ({ data }) => {
    const webhook = data.find((each) => each.id === id)
    return webhook === undefined ? `Webhook ${id}` : `Webhook ${id} (${webhook.url})`
  })
