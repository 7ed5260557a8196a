import { Schema } from "effect"
import { askAnAdmin } from "#core/base/fieldWords.ts"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { WebhookId } from "#core/base/ids.ts"
import { defineProblem, refusedFields } from "#core/base/problem.ts"
import { DeliveryId } from "./Webhook.ts"
import { maxWebhooks } from "./webhookRules.ts"

export class WebhookNotFound extends defineProblem<WebhookNotFound>()({
  tag: "WebhookNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ id: WebhookId }),
  words: { error: "Webhook not found.", next: "Check the list of webhooks." }
}) {}

/** The company has no message with this number; messages are deleted after two weeks. */
export class DeliveryNotFound extends defineProblem<DeliveryNotFound>()({
  tag: "DeliveryNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ deliveryID: DeliveryId }),
  words: { error: "Delivery not found.", next: "Check the delivery log of the webhook." }
}) {}

/** Why a stopped webhook sends nothing, after its name. */
export const stoppedAsGone = "was stopped because its endpoint returned 410 Gone. No messages are sent to it."

/** A paused webhook sends nothing, neither tests nor earlier messages. */
export class WebhookPaused extends defineProblem<WebhookPaused>()({
  tag: "WebhookPaused",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ id: WebhookId, stopped: Schema.NullOr(Schema.Literal("gone")) }),
  words: ({ stopped }) => ({
    error: stopped === "gone" ? `This webhook ${stoppedAsGone}` : "This webhook is paused. No messages are sent to it.",
    next: "Resume it first."
  })
}) {}

/** Fields of the form break a rule; `issues` lists each. */
export class WebhookRefused extends defineProblem<WebhookRefused>()({
  tag: "WebhookRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}

/** The message of `WebhookChangedMeanwhile`, which a form shows before it is sent, too. */
export const webhookChanged = changedMeanwhile("This webhook was", "it")

/** The webhook was changed after it was opened. Nothing was saved. */
export class WebhookChangedMeanwhile extends defineProblem<WebhookChangedMeanwhile>()({
  tag: "WebhookChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ id: WebhookId, version: Schema.Int, ...updatedBy }),
  words: webhookChanged
}) {}

export class WebhookLimitReached extends defineProblem<WebhookLimitReached>()({
  tag: "WebhookLimitReached",
  status: 409,
  exit: "conflict",
  words: {
    error: `A company can have at most ${maxWebhooks} webhooks.`,
    next: "Remove one you don't use."
  }
}) {}

/** Each URL gets an event once, so that a command which was run twice doesn't send everything twice. */
export class WebhookUrlTaken extends defineProblem<WebhookUrlTaken>()({
  tag: "WebhookUrlTaken",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ id: WebhookId }),
  words: {
    error: "There is already a webhook for this URL.",
    next: "Edit the events of that webhook, or use another URL."
  }
}) {}

/** Webhooks report on every facility, so users restricted to some can neither create nor read them. */
export class WebhooksForAllFacilities extends defineProblem<WebhooksForAllFacilities>()({
  tag: "WebhooksForAllFacilities",
  status: 403,
  exit: "denied",
  words: {
    error: "Webhooks report on all facilities, and you only have access to some of them.",
    next: askAnAdmin
  }
}) {}
