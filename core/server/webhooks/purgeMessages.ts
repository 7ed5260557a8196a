import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { deliveriesKeptDays } from "#core/webhooks/webhookRules.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import type { WebhookTimes } from "./WebhookTimes.ts"

/**
 * Deletes old messages, also those that still wait, such as for a paused webhook, and ends leases from before a clock was set
 * back.
 */
export const purgeMessages = Effect.fnUntraced(function* ({ lease }: WebhookTimes) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const before = new Date(now - deliveriesKeptDays * 24 * 3_600_000)
  yield* sql`DELETE FROM webhook_deliveries WHERE created_at < ${before}`
  yield* sql`
    UPDATE webhook_deliveries SET runner = NULL, leased_until = NULL
    WHERE state = 'waiting' AND leased_until > ${new Date(latestTime(now, lease))}`
})
