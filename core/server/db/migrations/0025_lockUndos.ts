import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Jobs that set a color or take back another job, whose rows name the audit records they take back; and the combination
 * that a lock had before its last one, sealed as it was, so that a change of it can be taken back.
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
