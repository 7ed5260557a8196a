import { Layer } from "effect"
import { WebhookCall } from "./WebhookCall.ts"
import { webhookRunner } from "./webhookRunner.ts"
import { Webhooks } from "./Webhooks.ts"
import { WebhooksHttp } from "./WebhooksHttp.ts"

export const calls = WebhooksHttp
export const services = Layer.mergeAll(Webhooks.layer, webhookRunner).pipe(Layer.provide(WebhookCall.layer))
