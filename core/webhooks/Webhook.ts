import { Schema } from "effect"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { Instant, rowId, WebhookId } from "#core/base/ids.ts"
import { StorableText } from "#core/base/storableText.ts"
import { webhookEventTypes } from "./webhookEvents.ts"

const EventType = Schema.Literals(webhookEventTypes)

/** A webhook: its URL, its events and its status. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(EventType),
  isActive: Schema.Boolean,
  /** Why the server stopped it, if it did: the endpoint answered 410 Gone. */
  stopped: Schema.NullOr(Schema.Literal("gone")),
  /** Until when messages are also signed with the secret before the latest rotation. */
  oldSecretUntil: Schema.NullOr(Instant),
  createdOn: Instant,
  createdBy: Schema.NullOr(Schema.String),
  /** Messages waiting for delivery, and those given up in the last week. */
  waiting: Schema.Int,
  failed: Schema.Int,
  /** Incremented by each edit: an edit based on an older version is refused. */
  version: Schema.Int,
  ...updatedBy
})
export type Webhook = typeof Webhook.Type

/** A webhook with its signing secret, shown only after it is created or rotated. */
export const WebhookWithSecret = Schema.Struct({ ...Webhook.fields, secret: Schema.String })
export type WebhookWithSecret = typeof WebhookWithSecret.Type

const Url = StorableText(2000)

export const NewWebhook = Schema.Struct({ url: Url, events: Schema.Array(EventType) })
export type NewWebhook = typeof NewWebhook.Type

/** Missing fields stay as they are. */
export const WebhookEdit = Schema.Struct({
  url: Schema.optionalKey(Url),
  events: Schema.optionalKey(Schema.Array(EventType)),
  isActive: Schema.optionalKey(Schema.Boolean),
  /** The version that was edited. Without it, the last edit wins. */
  version: Schema.optionalKey(Schema.Int)
})
export type WebhookEdit = typeof WebhookEdit.Type

/** The number of a delivery, the same for every attempt. */
export const DeliveryId = rowId("deliveryID")
export type DeliveryId = typeof DeliveryId.Type

/** One message to one webhook, and its status. */
export const Delivery = Schema.Struct({
  deliveryID: DeliveryId,
  webhookID: WebhookId,
  /** The message's `webhook-id` header, by which receivers detect duplicates. */
  messageID: Schema.String,
  type: Schema.String,
  state: Schema.Literals(["waiting", "sent", "failed"]),
  attempts: Schema.Int,
  createdOn: Instant,
  nextOn: Schema.NullOr(Instant),
  sentOn: Schema.NullOr(Instant),
  /** Why the latest attempt failed; null if it succeeded. */
  failure: Schema.NullOr(Schema.String),
  body: Schema.String
})
export type Delivery = typeof Delivery.Type
