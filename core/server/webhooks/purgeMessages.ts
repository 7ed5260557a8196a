import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { deliveriesKeptDays } from "#core/webhooks/webhookRules.ts"

/** Deletes old messages, also those that still wait, such as for a paused webhook. */
export const purgeMessages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = new Date((yield* Clock.currentTimeMillis) - deliveriesKeptDays * 24 * 3_600_000)
  yield* sql`DELETE FROM webhook_deliveries WHERE created_at < ${before}`
})
