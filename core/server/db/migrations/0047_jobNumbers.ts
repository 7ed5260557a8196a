import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The number of the last job. A job takes the next one in the transaction that keeps it, so that none is used up by a dry run,
 * a refusal or a crash; a sequence gives its numbers out for good. It goes on where the sequence was: a number that a job
 * had once, which audit records name, is never given to another.
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
