import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Which generation each server's witness file has reached. The file counts up before this row does, so a file behind its row is an
 * older copy, and a row further behind its file than one step belongs to an older copy of the database.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE audit_witnesses (witness_id text COLLATE "C" PRIMARY KEY, generation bigint NOT NULL)`
})
