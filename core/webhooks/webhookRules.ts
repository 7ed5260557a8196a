import type { FieldIssue } from "#core/base/problem.ts"

/** Endpoints of one company at most: each is told of every event. */
export const maxWebhooks = 20

/** How long messages are signed with two secrets after a rotation, in hours. */
export const webhookOldSecretHours = 24

/** How long what was delivered or given up stays in the log, in days. */
export const deliveriesKeptDays = 14

const webAddress = /^https?:\/\/[^\s/?#]+/i
const withPassword = /^https?:\/\/[^/?#]*@/i

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
