import { Context, Latch, Layer } from "effect"

/** What wakes the runner of webhooks in this process before its pause is over. */
export class WebhookCall extends Context.Service<WebhookCall, Latch.Latch>()("lockdesk/server/WebhookCall") {
  static readonly layer = Layer.effect(WebhookCall, Latch.make())
}
