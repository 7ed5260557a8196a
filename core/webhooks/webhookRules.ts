import type { FieldIssue } from "#core/base/problem.ts"
import { type WebhookEventType, webhookEventTypes } from "./webhookEvents.ts"

/** The maximum number of webhooks per company: each one receives every event. */
export const maxWebhooks = 20

/** How many hours messages are signed with two secrets after a rotation. */
export const webhookOldSecretHours = 24

/** The warning that a rotation ends an older secret early; `until` is its planned end, in words. */
export const olderWebhookSecretEnds = (until: string): string =>
  `The older secret, which messages are signed with until ${until}, stops working now.`

/** How many days messages are kept, sent or not. */
export const deliveriesKeptDays = 14

const webAddress = /^https?:\/\/[^\s/?#]+/i
const withPassword = /^https?:\/\/[^/?#]*@/i

/** Whether a host name refers to the machine that resolves it. */
export const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)

/** The address of a webhook as it is stored: without the spaces that were pasted around it. */
export const webhookUrl = (text: string): string => text.trim()

/** The events of a webhook as they are stored: each once, in the usual order. */
export const webhookEventList = (events: ReadonlyArray<WebhookEventType>): ReadonlyArray<WebhookEventType> =>
  webhookEventTypes.filter((type) => events.includes(type))

/** All problems of a webhook. Only the server knows whether its host may be reached. */
export const webhookIssues = (webhook: {
  readonly url: string
  readonly events: ReadonlyArray<string>
}): ReadonlyArray<FieldIssue> => {
  const issues: Array<FieldIssue> = []
  const url = webhookUrl(webhook.url)
  if (!webAddress.test(url)) {
    issues.push({ path: "url", message: "Enter an address that begins with https://." })
  } else if (/\s/.test(url)) {
    issues.push({ path: "url", message: "Remove the spaces from the address." })
  } else if (withPassword.test(url)) {
    issues.push({ path: "url", message: "Leave user name and password out of the address." })
  }
  if (webhook.events.length === 0) issues.push({ path: "events", message: "Choose at least one event." })
  return issues
}
