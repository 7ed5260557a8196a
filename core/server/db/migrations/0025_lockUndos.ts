import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Adds jobs that set a color, and jobs that undo another job; their rows name the audit records to undo. Also stores each
 * lock's previous combination, still sealed, so that changing a combination can be undone.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN color int, ADD COLUMN undoes int`
  yield* sql`ALTER TABLE job_rows ADD COLUMN undoes bigint`
  yield* sql`
    CREATE TABLE former_codes (
      lock_id int PRIMARY KEY,
      code_version int NOT NULL,
      sealed bytea NOT NULL
    )`
})
