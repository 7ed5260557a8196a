import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The time zone of a daily report and the end of its period: after a change of the time zone, the next report begins there.
 * Null for reports from before this column.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE daily_reports ADD COLUMN zone text, ADD COLUMN until timestamptz`
})
