import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The company that a session views. Views begun before this migration have none, and end. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE sessions ADD COLUMN view_company int REFERENCES companies`
})
