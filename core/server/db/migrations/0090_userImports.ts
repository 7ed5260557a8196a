import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Imports of users: `reset_page` is the page that invitations of one lead to (null for the server's own), and `user_id` of a row
 * the user whom it changes or added. Users are of no software, and a file of them is read as one of software that is not listed.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE imports ADD COLUMN reset_page text`
  yield* sql`ALTER TABLE job_rows ADD COLUMN user_id int`
})
