import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A color per job row. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE job_rows ADD COLUMN color int`
})
