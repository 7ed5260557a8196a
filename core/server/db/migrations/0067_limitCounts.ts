import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * When each key of a limit was taken (milliseconds since 1970), for the processes that share a server, and when the last of it
 * counts no more. Keys are hashes: what was typed into a sign-in stays out of the database. Unlogged: a crash of PostgreSQL
 * empties it, and no count waits for the disk.
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
