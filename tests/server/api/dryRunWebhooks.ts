import type { TestServer } from "../../support/testServer.ts"
import type { Trial } from "./dryRunPlace.ts"

const nowhere = 999_999
const url = "https://hooks.example.com/lockdesk"

/** Trials of the webhook commands. */
export const webhookTrials = (
  server: () => TestServer,
  owner: () => string
): Readonly<Record<string, ReadonlyArray<Trial>>> => {
  let made = 0
  const webhook = async () => {
    const payload = { url: `${url}/${++made}`, events: ["lock.changed"] as const }
    const { data } = await server().call(owner(), (api) => api.webhooks.add({ query: {}, payload }))
    return { id: data.id }
  }
  const message = async () => {
    const params = await webhook()
    const { data } = await server().call(owner(), (api) => api.webhooks.test({ params, query: {} }))
    return { id: data.deliveryID }
  }
  const unknown: Trial = { input: () => ({ id: nowhere }), refused: "WebhookNotFound" }
  return {
    "webhooks.add": [
      { input: () => ({ url, events: "lock.changed,job.done" }) },
      { input: () => ({ url: "https://10.0.0.1/x", events: "job.done" }), refused: "WebhookRefused" },
      { input: () => ({ url: `${url} `, events: "job.done" }), refused: "WebhookUrlTaken" }
    ],
    "webhooks.edit": [{ input: async () => ({ ...(await webhook()), active: "no" }) }, unknown],
    "webhooks.remove": [{ input: webhook }, unknown],
    "webhooks.rotate": [{ input: webhook }, unknown],
    "webhooks.test": [{ input: webhook }, unknown],
    "webhooks.replay": [{ input: message }, { input: () => ({ id: nowhere }), refused: "DeliveryNotFound" }]
  }
}
