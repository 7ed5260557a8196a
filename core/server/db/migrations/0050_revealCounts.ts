import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How many combinations each user has requested, by five-minute slots since 1970, so that caps apply to all server processes
 * together; and when a user's reaching a cap was last reported. The last 25 hours are counted from the existing reveals.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE reveal_counts (
      user_id int NOT NULL,
      slot int NOT NULL,
      n int NOT NULL,
      PRIMARY KEY (user_id, slot)
    ) WITH (fillfactor = 50)`
  yield* sql`
    INSERT INTO reveal_counts (user_id, slot, n)
    SELECT user_id, floor(extract(epoch FROM created_at) / 300)::int, count(*)::int FROM reveals
    WHERE created_at > now() - interval '25 hours' GROUP BY 1, 2`
  yield* sql`
    CREATE TABLE reveal_caps_told (
      user_id int NOT NULL,
      seconds int NOT NULL,
      told_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, seconds)
    )`
})
