import type { Problem } from "#core/api/problem.ts"
import { WebhookId } from "#core/base/ids.ts"
import { DeliveryId } from "#core/webhooks/Webhook.ts"
import * as Webhooks from "#core/webhooks/WebhookErrors.ts"

/** The failures of webhooks (see `words.test.ts`). */
export const webhookFailures: ReadonlyArray<readonly [Problem, number, string]> = [
  [new Webhooks.WebhookNotFound({ data: { id: WebhookId.make(7) } }), 404, "Webhook not found."],
  [
    new Webhooks.WebhookPaused({ data: { id: WebhookId.make(7), stopped: null } }),
    409,
    "This webhook is paused. No messages are sent to it."
  ],
  [
    new Webhooks.WebhookPaused({ data: { id: WebhookId.make(7), stopped: "gone" } }),
    409,
    "This webhook was stopped because its endpoint returned 410 Gone. No messages are sent to it."
  ],
  [new Webhooks.DeliveryNotFound({ data: { deliveryID: DeliveryId.make(7) } }), 404, "Delivery not found."],
  [
    new Webhooks.WebhookRefused({ data: { issues: [{ path: "events", message: "Choose at least one event." }] } }),
    422,
    "Choose at least one event."
  ],
  [
    new Webhooks.WebhookChangedMeanwhile({ data: { id: WebhookId.make(7), version: 2, updatedBy: "Ada Marsh" } }),
    409,
    "This webhook was changed by Ada Marsh since you opened it."
  ],
  [new Webhooks.WebhookUrlTaken({ data: { id: WebhookId.make(3) } }), 409, "There is already a webhook for this URL."],
  [new Webhooks.WebhookLimitReached(), 409, "A company can have at most 20 webhooks."],
  [
    new Webhooks.WebhooksForAllFacilities(),
    403,
    "Webhooks report on all facilities, and you only have access to some of them."
  ]
]
