import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How often a job was taken over from a dead server since its last batch. After several takeovers it is left alone, because it
 * may be the job that kills the servers.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN takeovers int NOT NULL DEFAULT 0`
  yield* sql`CREATE INDEX jobs_running ON jobs (runs_until) WHERE state = 'applying'`
})
