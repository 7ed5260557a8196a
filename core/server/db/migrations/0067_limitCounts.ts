import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Rate limits for server processes that share a database: when each key was used (milliseconds since 1970), and when the last
 * use expires. Keys are hashes, so that text typed into the sign-in form stays out of the database. Unlogged: a crash of
 * PostgreSQL empties the table, and counting doesn't wait for the disk.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE UNLOGGED TABLE limit_counts (
      key bytea PRIMARY KEY,
      taken int8[] NOT NULL,
      expires int8 NOT NULL
    )`
  yield* sql`CREATE INDEX limit_counts_expires ON limit_counts (expires)`
})
