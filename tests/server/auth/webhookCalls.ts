import type { Row } from "./callTable.ts"

const read = 1
const write = 2

/** The webhook calls (see `callTable.ts`). */
export const webhookCalls: Readonly<Record<string, Row>> = {
  "webhooks.list": { needs: [10, read], path: "/companies/webhooks", answers: 200 },
  "webhooks.add": {
    needs: [10, write],
    method: "POST",
    path: "/companies/webhooks",
    body: { url: "x", events: [] },
    answers: [422, "WebhookRefused"]
  },
  "webhooks.edit": {
    needs: [10, write],
    method: "PUT",
    path: "/companies/webhooks/999999",
    body: {},
    answers: [404, "WebhookNotFound"]
  },
  "webhooks.remove": {
    needs: [10, write],
    method: "DELETE",
    path: "/companies/webhooks/999999",
    answers: [404, "WebhookNotFound"]
  },
  "webhooks.rotate": {
    needs: [10, write],
    method: "POST",
    path: "/companies/webhooks/999999/rotate",
    answers: [404, "WebhookNotFound"]
  },
  "webhooks.test": {
    needs: [10, write],
    method: "POST",
    path: "/companies/webhooks/999999/test",
    answers: [404, "WebhookNotFound"]
  },
  "webhooks.deliveries": {
    needs: [10, read],
    path: "/companies/webhooks/999999/deliveries",
    answers: [404, "WebhookNotFound"]
  },
  "webhooks.replay": {
    needs: [10, write],
    method: "POST",
    path: "/companies/webhook-deliveries/999999/replay",
    answers: [404, "DeliveryNotFound"]
  }
}
