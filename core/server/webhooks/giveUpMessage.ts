import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { countOf } from "#core/base/countOf.ts"
import type { Claimed } from "./deliverMessages.ts"
import { excludedReason } from "./failureReason.ts"
import { storeWebhookNotice } from "./webhookNotice.ts"

/**
 * Gives up a message if `condition` holds, after all its attempts failed, and notifies those who can fix its webhook: of the first
 * message in a day, because a broken endpoint fails them all.
 */
export const giveUpMessage = Effect.fnUntraced(function* (message: Claimed, reason: string, condition: Fragment) {
  const sql = yield* SqlClient.SqlClient
  const { id, webhookID, attempts } = message
  const push = yield* sql.withTransaction(
    Effect.gen(function* () {
      const [failed] = yield* sql<{ first: boolean }>`
        UPDATE webhook_deliveries d SET state = 'failed', next_at = NULL, failure = ${reason}, runner = NULL, leased_until = NULL
        WHERE d.delivery_id = ${id} AND ${condition} RETURNING NOT EXISTS (
          SELECT FROM webhook_deliveries o WHERE o.webhook_id = ${webhookID} AND o.state = 'failed' AND o.failure <> ${excludedReason}
            AND o.created_at > d.created_at - interval '1 day') AS first`
      if (failed?.first !== true) return Effect.void
      return yield* storeWebhookNotice(
        message,
        `didn't accept a message in ${countOf(attempts, "attempt")}. ${reason}`,
        "Fix the endpoint, then send the failed messages again from the webhook's log."
      )
    })
  )
  yield* push
})
