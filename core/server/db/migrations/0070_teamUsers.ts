import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Several admins can edit team users: `version` increases with each change, so that none is overwritten unnoticed.
 * `last_seen_at` is stored here because sessions are deleted a day after they end.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE users
      ADD COLUMN version int NOT NULL DEFAULT 1,
      ADD COLUMN last_seen_at timestamptz`
  yield* sql`
    UPDATE users u SET last_seen_at = s.seen
    FROM (SELECT user_id, max(last_seen_at) AS seen FROM sessions GROUP BY user_id) s WHERE s.user_id = u.user_id`
})
