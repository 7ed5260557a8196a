import { Effect } from "effect"
import type { CompanyId } from "#core/base/ids.ts"
import { shortText } from "#core/base/shortText.ts"
import { webhookChanges } from "#core/webhooks/webhookAccess.ts"
import { usersAllowed } from "../auth/usersAllowed.ts"
import { Notices } from "../notices/Notices.ts"

/** The length to which a notice cuts an address. */
const longestAddress = 100

/**
 * Stores a notice for those who can change a webhook, in the transaction of what it reports. `happened` follows its address.
 * Returns how to push it after the commit.
 */
export const storeWebhookNotice = Effect.fnUntraced(function* (
  { companyID, url }: { readonly companyID: CompanyId; readonly url: string },
  happened: string,
  next: string
) {
  const notices = yield* Notices
  const allowed = yield* usersAllowed(companyID, webhookChanges)
  return yield* notices.store(
    allowed.filter(({ facilityIDs }) => facilityIDs.length === 0).map(({ userID }) => userID),
    {
      companyID,
      kind: "warning",
      message: `The webhook ${shortText(url, longestAddress)} ${happened}`,
      next,
      path: "/integrations/webhooks"
    }
  )
})
