import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Imports of users: `reset_page` is the page linked from their invitations (null for this server's own), and a row's `user_id`
 * is the updated or added user. Users have no management software, so their files are read as if for software that is not
 * listed.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE imports ADD COLUMN reset_page text`
  yield* sql`ALTER TABLE job_rows ADD COLUMN user_id int`
})
