import { Schema } from "effect"
import { webhookMessages } from "#core/webhooks/webhookMessages.ts"

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string" },
  description
})

const parameters = [
  header("webhook-id", "The same for every attempt to send a message, so that a receiver can ignore repeats"),
  header("webhook-timestamp", "When the message was signed, in seconds"),
  header(
    "webhook-signature",
    "`v1,` and the signature. For a day after a rotation there are two, one for each secret, separated by a space"
  )
]

const responses = {
  "2XX": { description: "The message was received. Answer within 15 seconds" },
  "410": { description: "Stops the webhook" },
  default: { description: "The message is sent again: 10 times, after 5, 20 and 80 seconds and so on, up to 6 hours" }
}

/** Adds the messages that webhooks send to an OpenAPI document. */
export const withWebhooks = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  webhooks: Object.fromEntries(
    webhookMessages.map(({ type, label, body }) => [
      type,
      {
        post: {
          tags: ["webhooks"],
          summary: label,
          parameters,
          requestBody: {
            content: { "application/json": { schema: Schema.toJsonSchemaDocument(body).schema } },
            required: true
          },
          responses,
          security: []
        }
      }
    ])
  )
})
