import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Rows of jobs that each have a color of their own. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE job_rows ADD COLUMN color int`
})
