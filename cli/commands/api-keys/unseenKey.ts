import type { Call } from "#cli/Call.ts"
import { otherLine } from "#cli/output/resumeLine.ts"

/** What to do if the response with a key's secret didn't arrive. */
export const unseenKey = (call: Call, what: string) => ({
  what,
  next: `Look for it with: ${otherLine(call, "api-keys ls")}. Then show its secret with api-keys show (unless secrets are shown once), replace it with api-keys rotate, or end the key with api-keys revoke.`
})
