import type { Call } from "#cli/Call.ts"
import { otherLine } from "#cli/output/resumeLine.ts"

/** What to do if the response with a webhook's secret didn't arrive. */
export const unseenWebhook = (call: Call, what: string) => ({
  what,
  next: `Look for it with: ${otherLine(call, "webhooks ls")}. Then get another secret with webhooks rotate, or remove it with webhooks rm.`
})
