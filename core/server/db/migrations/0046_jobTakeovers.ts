import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How often a job was taken over from a server that was gone since its last piece: one that ends every server that runs it is
 * left alone after some times.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN takeovers int NOT NULL DEFAULT 0`
  yield* sql`CREATE INDEX jobs_running ON jobs (runs_until) WHERE state = 'applying'`
})
