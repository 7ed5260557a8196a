import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The new email of a one-time link that changes its user's email. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE one_time_links ADD COLUMN new_email text`
})
