import { Context, Latch, Layer } from "effect"

/** Wakes this process's webhook runner before its pause ends. */
export class WebhookCall extends Context.Service<WebhookCall, Latch.Latch>()("lockdesk/server/WebhookCall") {
  static readonly layer = Layer.effect(WebhookCall, Latch.make())
}
