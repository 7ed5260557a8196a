import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The latest generation of each server's witness file. The file is incremented before this row, so a file behind its row is an
 * older copy, and a row more than one step behind its file belongs to an older copy of the database.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE audit_witnesses (witness_id text COLLATE "C" PRIMARY KEY, generation bigint NOT NULL)`
})
