import { Equal, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { WebhookId } from "#core/base/ids.ts"
import { mostNewest } from "#core/base/paging.ts"
import { DeliveryId, type Webhook, type WebhookEdit } from "#core/webhooks/Webhook.ts"
import type { ChangedWebhook } from "#core/webhooks/WebhooksApi.ts"
import { type WebhookEventType, webhookEventTypes } from "#core/webhooks/webhookEvents.ts"
import { command, type InputField } from "./Command.ts"
import { limitField, textField, versionField } from "./fields.ts"
import { takeBackFrom } from "./takeBackFrom.ts"
import { passed, view } from "./view.ts"

const touches = ["integrations", "audit"] as const

/** The default number of webhook messages. */
export const shownDeliveries = 50

const webhookField = {
  schema: WebhookId,
  label: "Webhook",
  description: "A webhook by its number or URL",
  positional: true,
  picks: "webhook"
} as const satisfies InputField<number>

const isEvent = (text: string): text is WebhookEventType => webhookEventTypes.some((type) => type === text)

const Events = Schema.String.check(
  Schema.makeFilter((text: string) => text.split(",").every((each) => isEvent(each.trim())), {
    message: `Expected events separated by commas: ${webhookEventTypes.join(", ")}`
  })
)

const eventsField = {
  schema: Events,
  label: "Events",
  description: `Events to send, separated by commas: ${webhookEventTypes.join(", ")}`,
  listOf: webhookEventTypes
} as const satisfies InputField<string>

/** Parses event names separated by commas. */
export const eventsOf = (text: string): ReadonlyArray<WebhookEventType> =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter(isEvent)

export const listWebhooks = command({
  section: "Integrations",
  id: "webhooks.list",
  title: "List webhooks",
  keywords: ["integration", "events", "endpoint"],
  input: {},
  risk: "reads",
  terminal: { path: ["webhooks", "ls"], examples: ["lockdesk webhooks ls"] },
  does: { call: "webhooks.list", run: () => withClient((client) => client.webhooks.list({ query: {} })) }
})

export const addWebhook = command({
  section: "Integrations",
  touches,
  id: "webhooks.add",
  title: "Add a webhook",
  keywords: ["integration", "events", "endpoint", "new"],
  input: {
    url: textField({ label: "URL", description: "Public https URL to send messages to", positional: true }),
    events: eventsField
  },
  risk: "changes",
  terminal: {
    path: ["webhooks", "add"],
    examples: ["lockdesk webhooks add https://hooks.example.com/lockdesk --events lock.changed,lock.revealed"]
  },
  does: {
    call: "webhooks.add",
    run: ({ url, events }) =>
      withClient((client) => client.webhooks.add({ query: {}, payload: { url, events: eventsOf(events) } }))
  }
})

/** Edits a webhook. Missing fields stay as they are. */
export const changeWebhook = (id: WebhookId, payload: WebhookEdit) =>
  withClient((client) => client.webhooks.edit({ params: { id }, query: {}, payload }))

/** What an edit of a webhook sets. */
const setIn = ({ url, events, isActive }: Webhook) => ({ url, events, isActive })

export const editWebhook = command({
  section: "Integrations",
  touches,
  id: "webhooks.edit",
  title: "Edit a webhook",
  keywords: ["integration", "events", "pause", "resume"],
  input: {
    id: webhookField,
    url: textField({ label: "URL", description: "Another address", optional: true }),
    events: { ...eventsField, optional: true },
    active: {
      schema: Schema.Literals(["yes", "no"]),
      label: "Active",
      description: "Whether messages are sent",
      choices: ["yes", "no"],
      optional: true
    },
    ifVersion: versionField
  },
  risk: "changes",
  undo: "locks.undo",
  back: (_, { before, data, unchanged }: ChangedWebhook) =>
    unchanged === true
      ? null
      : takeBackFrom({
          made: data,
          edit: ({ version }) => changeWebhook(before.id, { ...setIn(before), version }),
          list: (client) => client.webhooks.list({ query: {} }),
          isSame: (now) => now.id === data.id && Equal.equals(setIn(now), setIn(data))
        }),
  terminal: {
    path: ["webhooks", "edit"],
    examples: ["lockdesk webhooks edit 1 --active no", "lockdesk webhooks edit 1 --active yes"]
  },
  done: ({ data }: { readonly data: { readonly url: string } }) => `${data.url} was changed`,
  does: {
    call: "webhooks.edit",
    run: ({ id, url, events, active, ifVersion }) =>
      changeWebhook(id, {
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events: eventsOf(events) }),
        ...(active === undefined ? {} : { isActive: active === "yes" }),
        ...(ifVersion === undefined ? {} : { version: ifVersion })
      })
  }
})

export const removeWebhook = command({
  section: "Integrations",
  touches,
  id: "webhooks.remove",
  title: "Remove a webhook",
  keywords: ["integration", "delete", "endpoint"],
  input: { id: webhookField },
  risk: "dangerous",
  unchanged: "Unchanged: already removed.",
  terminal: { path: ["webhooks", "rm"], examples: ["lockdesk webhooks rm 1 --yes"] },
  does: {
    call: "webhooks.remove",
    run: (params) => withClient((client) => client.webhooks.remove({ params, query: {} }))
  }
})

/**
 * The call that rotates a secret unless it has been rotated since the webhook was seen with this `oldSecretUntil`: rotating it
 * again would end the secret before.
 */
export const rotateSeenWebhook = ({ id, oldSecretUntil }: Pick<Webhook, "id" | "oldSecretUntil">) =>
  withClient((client) => client.webhooks.rotate({ params: { id }, query: { was: oldSecretUntil ?? "none" } }))

export const rotateWebhook = command({
  section: "Integrations",
  touches,
  id: "webhooks.rotate",
  title: "Rotate the secret of a webhook",
  keywords: ["integration", "signature", "new secret"],
  input: { id: webhookField },
  risk: "dangerous",
  terminal: { path: ["webhooks", "rotate"], examples: ["lockdesk webhooks rotate 1 --yes"] },
  does: {
    call: "webhooks.rotate",
    run: (params) => withClient((client) => client.webhooks.rotate({ params, query: {} }))
  }
})

export const testWebhook = command({
  section: "Integrations",
  touches,
  id: "webhooks.test",
  title: "Send a test message to a webhook",
  keywords: ["integration", "try", "ping"],
  input: { id: webhookField },
  risk: "changes",
  terminal: { path: ["webhooks", "test"], examples: ["lockdesk webhooks test 1"] },
  does: {
    call: "webhooks.test",
    run: (params) => withClient((client) => client.webhooks.test({ params, query: {} }))
  }
})

export const tailWebhook = command({
  section: "Integrations",
  id: "webhooks.tail",
  title: "Show the messages of a webhook",
  keywords: ["integration", "deliveries", "log", "failed"],
  input: {
    id: webhookField,
    from: { schema: DeliveryId, label: "From", description: "Messages before this number", optional: true },
    limit: limitField
  },
  risk: "reads",
  terminal: { path: ["webhooks", "tail"], examples: ["lockdesk webhooks tail 1", "lockdesk webhooks tail 1 --json"] },
  does: {
    call: "webhooks.deliveries",
    run: ({ id, from, limit }) =>
      withClient((client) =>
        client.webhooks.deliveries({
          params: { id },
          query: {
            ...(from === undefined ? {} : { from }),
            count: Math.min(limit ?? shownDeliveries, mostNewest)
          }
        })
      )
  }
})

export const replayDelivery = command({
  section: "Integrations",
  touches,
  id: "webhooks.replay",
  title: "Send a webhook's message again",
  keywords: ["integration", "retry", "delivery"],
  input: {
    id: { schema: DeliveryId, label: "Message", description: "The number of a message", positional: true }
  },
  risk: "changes",
  terminal: {
    path: ["webhooks", "replay"],
    examples: ["lockdesk webhooks replay 1", "lockdesk webhooks replay --failed 1 --since 2026-11-20"]
  },
  does: {
    call: "webhooks.replay",
    run: (params) => withClient((client) => client.webhooks.replay({ params, query: {} }))
  }
})

/** The screen shows a new secret until it has been copied. */
const hideWebhookSecret = view({
  id: "webhooks.hideSecret",
  input: { id: passed(WebhookId) },
  title: "Dismiss the secret",
  section: "Integrations",
  clicked: true
})

export const webhookCommands = [
  listWebhooks,
  addWebhook,
  editWebhook,
  rotateWebhook,
  testWebhook,
  tailWebhook,
  replayDelivery,
  removeWebhook,
  hideWebhookSecret
] as const
