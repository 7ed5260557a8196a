import type { FieldIssue } from "#core/base/problem.ts"

/** Endpoints of one company at most: each is told of every event. */
export const maxWebhooks = 20

/** How long messages are signed with two secrets after a rotation, in hours. */
export const webhookOldSecretHours = 24

/** What a rotation does to the older secret of an earlier one; `until` is when that would have ended, in words. */
export const olderWebhookSecretEnds = (until: string): string =>
  `The older secret, which messages are signed with until ${until}, ends now.`

/** How long what was delivered or given up stays in the log, in days. */
export const deliveriesKeptDays = 14

const webAddress = /^https?:\/\/[^\s/?#]+/i
const withPassword = /^https?:\/\/[^/?#]*@/i

/** Whether a host is a name of the very machine that looks it up. */
export const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)

/** What is wrong with an endpoint as it is to be. Whether its host may be reached is the server's to say. */
export const webhookIssues = (webhook: {
  readonly url: string
  readonly events: ReadonlyArray<string>
}): ReadonlyArray<FieldIssue> => {
  const issues: Array<FieldIssue> = []
  if (!webAddress.test(webhook.url)) {
    issues.push({ path: "url", message: "Enter an address that begins with https://." })
  } else if (withPassword.test(webhook.url)) {
    issues.push({ path: "url", message: "Leave user name and password out of the address." })
  }
  if (webhook.events.length === 0) issues.push({ path: "events", message: "Choose at least one event." })
  return issues
}
