import { WebhookId } from "#core/base/ids.ts"
import { passed, view } from "./view.ts"

/** Commands of the integration screens besides their calls. */
export const apiKeyScreenCommands = [
  view({
    id: "apiKeys.new",
    title: "Create API Key",
    section: "Integrations",
    keywords: ["add", "new"],
    call: "apiKeys.add"
  }),
  view({ id: "apiKeys.copyKey", title: "Copy the key", section: "Integrations", keywords: ["clipboard"] }),
  view({
    id: "apiKeys.copySecret",
    title: "Copy the secret",
    section: "Integrations",
    keywords: ["clipboard"],
    call: "apiKeys.show"
  }),
  view({ id: "apiKeys.hide", title: "Hide the secret", section: "Integrations", keywords: ["mask"] }),
  view({ id: "apiKeys.cancel", title: "Cancel Changes", section: "Integrations", keywords: ["discard", "reset"] }),
  view({
    id: "webhooks.change",
    input: { id: passed(WebhookId) },
    title: "Edit the webhook",
    section: "Integrations",
    clicked: true
  }),
  view({ id: "webhooks.cancel", title: "Cancel Changes", section: "Integrations", keywords: ["discard"] }),
  view({ id: "apiKeys.takeTheirs", title: "Load latest version", section: "Integrations", keywords: ["conflict"] }),
  view({ id: "webhooks.takeTheirs", title: "Load latest version", section: "Integrations", keywords: ["conflict"] }),
  view({ id: "webhooks.copySecret", title: "Copy the secret", section: "Integrations", clicked: true })
] as const
