import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A one-time link that changes the email of its user holds the new one until it is opened. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE one_time_links ADD COLUMN new_email text`
})
