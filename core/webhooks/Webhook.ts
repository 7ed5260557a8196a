import { Schema } from "effect"
import { Instant, WebhookId } from "#core/base/ids.ts"
import { StorableText } from "#core/base/storableText.ts"
import { webhookEventTypes } from "./webhookEvents.ts"

const EventType = Schema.Literals(webhookEventTypes)

/** An endpoint: where to, of what, and how it goes. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(EventType),
  isActive: Schema.Boolean,
  /** Why the server stopped it, where it did: the endpoint answered 410 Gone. */
  stopped: Schema.NullOr(Schema.Literal("gone")),
  /** Until when messages are signed with the secret before the latest rotation as well. */
  oldSecretUntil: Schema.NullOr(Instant),
  createdOn: Instant,
  createdBy: Schema.NullOr(Schema.String),
  /** Messages that wait to be delivered, and that were given up within a week. */
  waiting: Schema.Int,
  failed: Schema.Int,
  /** Counts the edits: one that was begun at an older version is refused. */
  version: Schema.Int
})
export type Webhook = typeof Webhook.Type

/** An endpoint with the secret that its messages are signed with: once, when it is made or rotated. */
export const WebhookWithSecret = Schema.Struct({ ...Webhook.fields, secret: Schema.String })
export type WebhookWithSecret = typeof WebhookWithSecret.Type

const Url = StorableText(2000)

export const NewWebhook = Schema.Struct({ url: Url, events: Schema.Array(EventType) })
export type NewWebhook = typeof NewWebhook.Type

/** What is absent stays as it is. */
export const WebhookEdit = Schema.Struct({
  url: Schema.optionalKey(Url),
  events: Schema.optionalKey(Schema.Array(EventType)),
  isActive: Schema.optionalKey(Schema.Boolean),
  /** The version that was edited. Left out, the last edit wins. */
  version: Schema.optionalKey(Schema.Int)
})
export type WebhookEdit = typeof WebhookEdit.Type

/** The number of a delivery, the same on every attempt. */
export const DeliveryId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

/** One message to one endpoint, and what came of it. */
export const Delivery = Schema.Struct({
  deliveryID: DeliveryId,
  webhookID: WebhookId,
  /** `webhook-id` of the message: a receiver that has had it knows it by that. */
  messageID: Schema.String,
  type: Schema.String,
  state: Schema.Literals(["waiting", "sent", "failed"]),
  attempts: Schema.Int,
  createdOn: Instant,
  nextOn: Schema.NullOr(Instant),
  sentOn: Schema.NullOr(Instant),
  /** Why the latest attempt did not come through; null where it did. */
  failure: Schema.NullOr(Schema.String),
  body: Schema.String
})
export type Delivery = typeof Delivery.Type
