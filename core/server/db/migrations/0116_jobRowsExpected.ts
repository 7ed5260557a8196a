import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many rows the creator of a job said to send; null if unknown, as for every job until now. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN expected int`
})
