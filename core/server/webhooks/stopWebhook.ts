import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId, WebhookId } from "#core/base/ids.ts"
import { shortText } from "#core/base/shortText.ts"
import { stoppedAsGone } from "#core/webhooks/WebhookErrors.ts"
import { webhookChanges } from "#core/webhooks/webhookAccess.ts"
import { usersAllowed } from "../auth/usersAllowed.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { Notices } from "../notices/Notices.ts"

/** The length to which a notice cuts an address. */
const longestAddress = 100

/**
 * Stops an active webhook whose endpoint is gone, if `condition` holds, and notifies those who can resume it: in one
 * transaction, because nobody would notice later that it sends nothing.
 */
export const stopWebhook = Effect.fnUntraced(function* (webhookID: WebhookId, condition: Fragment) {
  const sql = yield* SqlClient.SqlClient
  const notices = yield* Notices
  const live = yield* LiveEvents
  const push = yield* sql.withTransaction(
    Effect.gen(function* () {
      const [stopped] = yield* sql<{ companyID: CompanyId; url: string }>`
        UPDATE webhooks SET is_active = false, stopped = 'gone'
        WHERE webhook_id = ${webhookID} AND is_active AND ${condition} RETURNING company_id AS "companyID", url`
      if (stopped === undefined) return Effect.void
      const { companyID, url } = stopped
      const allowed = yield* usersAllowed(companyID, webhookChanges)
      const pushNotice = yield* notices.store(
        allowed.filter(({ facilityIDs }) => facilityIDs.length === 0).map(({ userID }) => userID),
        {
          companyID,
          kind: "warning",
          message: `The webhook ${shortText(url, longestAddress)} ${stoppedAsGone}`,
          next: "Resume it when its endpoint accepts messages again, or remove it.",
          path: "/integrations/webhooks"
        }
      )
      return Effect.andThen(live.tell(companyID, { event: "updateIntegrations" }), pushNotice)
    })
  )
  yield* push
})
