import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { Instant, WebhookId } from "#core/base/ids.ts"
import { changed, companyQuery, mostNewest, newestFirst, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { Delivery, DeliveryId, NewWebhook, Webhook, WebhookEdit, WebhookWithSecret } from "./Webhook.ts"
import {
  DeliveryNotFound,
  WebhookChangedMeanwhile,
  WebhookLimitReached,
  WebhookNotFound,
  WebhookPaused,
  WebhookRefused,
  WebhooksForAllFacilities,
  WebhookUrlTaken
} from "./WebhookErrors.ts"
import { webhookChanges, webhookReads } from "./webhookAccess.ts"

const params = { id: Schema.NumberFromString.pipe(Schema.decodeTo(WebhookId)) }
const notFound = [wire(WebhookNotFound), wire(WebhooksForAllFacilities)] as const

/** A webhook after and before an edit. `unchanged` if it already had the requested values. */
const ChangedWebhook = Schema.Struct({
  ...changed(Webhook).fields,
  before: Webhook
})
export type ChangedWebhook = typeof ChangedWebhook.Type

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/companies/webhooks", {
      query: companyQuery,
      success: success(Schema.Array(Webhook)),
      error: wire(WebhooksForAllFacilities)
    })
      .annotate(DeclaredAccess, webhookReads)
      .annotate(OpenApi.Summary, "The company's webhooks"),
    HttpApiEndpoint.post("add", "/companies/webhooks", {
      query: companyQuery,
      payload: NewWebhook,
      success: success(WebhookWithSecret),
      error: [wire(WebhookRefused), wire(WebhookUrlTaken), wire(WebhookLimitReached), wire(WebhooksForAllFacilities)]
    })
      .annotate(DeclaredAccess, webhookChanges)
      .annotate(DeclaredOnce, true)
      .annotate(
        OpenApi.Transform,
        withExample({ url: "https://hooks.example.com/lockdesk", events: ["lock.revealed", "job.done"] })
      )
      .annotate(OpenApi.Summary, "Add a webhook; the answer has the secret that its messages are signed with"),
    HttpApiEndpoint.put("edit", "/companies/webhooks/:id", {
      params,
      query: companyQuery,
      payload: WebhookEdit,
      success: ChangedWebhook,
      error: [...notFound, wire(WebhookRefused), wire(WebhookUrlTaken), wire(WebhookChangedMeanwhile)]
    })
      .annotate(DeclaredAccess, webhookChanges)
      .annotate(OpenApi.Transform, withExample({ isActive: false }))
      .annotate(OpenApi.Summary, "Change a webhook; what is absent stays"),
    HttpApiEndpoint.delete("remove", "/companies/webhooks/:id", {
      params,
      query: companyQuery,
      success: changed(Schema.Null),
      error: notFound
    })
      .annotate(DeclaredAccess, webhookChanges)
      .annotate(OpenApi.Summary, "Remove a webhook with its messages"),
    HttpApiEndpoint.post("rotate", "/companies/webhooks/:id/rotate", {
      params,
      query: {
        ...companyQuery,
        /**
         * The `oldSecretUntil` that was seen, or "none" for null: refused if the secret has been rotated since. Without it, it is
         * rotated anyway.
         */
        was: Schema.optional(Schema.Union([Schema.Literal("none"), Instant]))
      },
      success: success(WebhookWithSecret),
      error: [...notFound, wire(WebhookChangedMeanwhile)]
    })
      .annotate(DeclaredAccess, webhookChanges)
      .annotate(OpenApi.Summary, "Give a webhook another secret; for a day messages are signed with both"),
    HttpApiEndpoint.post("test", "/companies/webhooks/:id/test", {
      params,
      query: companyQuery,
      success: success(Delivery),
      error: [...notFound, wire(WebhookPaused)]
    })
      .annotate(DeclaredAccess, webhookChanges)
      .annotate(OpenApi.Summary, "Send a test message to a webhook; refused while it is paused"),
    HttpApiEndpoint.get("deliveries", "/companies/webhooks/:id/deliveries", {
      params,
      query: newestFirst(DeliveryId, mostNewest),
      success: success(Schema.Array(Delivery)),
      error: notFound
    })
      .annotate(DeclaredAccess, webhookReads)
      .annotate(OpenApi.Summary, "Messages to a webhook, newest first, and what came of them"),
    HttpApiEndpoint.post("replay", "/companies/webhook-deliveries/:id/replay", {
      params: { id: Schema.NumberFromString.pipe(Schema.decodeTo(DeliveryId)) },
      query: companyQuery,
      success: success(Delivery),
      error: [wire(DeliveryNotFound), wire(WebhookPaused), wire(WebhooksForAllFacilities)]
    })
      .annotate(DeclaredAccess, webhookChanges)
      .annotate(OpenApi.Summary, "Send a message again, under the same id; refused while its webhook is paused")
  )
  .annotate(OpenApi.Description, "Webhooks: events for a company's own programs") {}
