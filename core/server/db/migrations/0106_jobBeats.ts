import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * When each running job's server last reported that it is alive, if several servers share the database. Not in `jobs`, whose row
 * is locked while the job writes. Unlogged: a crash of PostgreSQL empties the table, and beats don't wait for the disk.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE UNLOGGED TABLE job_beats (job_id int PRIMARY KEY, at timestamptz NOT NULL)`
})
