import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The last job number. A job takes the next one in the transaction that stores it, so that a dry run, a refusal or a crash uses
 * up none; a sequence would. Counting continues from the sequence: audit records name jobs by number, so numbers are never
 * reused.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE job_numbers (single boolean PRIMARY KEY DEFAULT true CHECK (single), last int NOT NULL)`
  yield* sql`
    INSERT INTO job_numbers (last)
    SELECT greatest((SELECT coalesce(max(job_id), 0) FROM jobs), (CASE WHEN is_called THEN last_value ELSE 0 END)::int)
    FROM jobs_job_id_seq`
  yield* sql`
    CREATE FUNCTION next_job_number() RETURNS int LANGUAGE sql AS $$
      UPDATE job_numbers SET last = last + 1 RETURNING last $$`
  yield* sql`ALTER TABLE jobs ALTER COLUMN job_id DROP IDENTITY, ALTER COLUMN job_id SET DEFAULT next_job_number()`
})
