import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Many rows at once, cheaper. `append_audits` sums up the chain first and adds its records in one statement; it tells the
 * last record only, for their numbers follow each other. A row of a job has room beside it for what it came to, so that
 * writing that leaves the indexes alone (two thirds of its time). Rows of jobs are added, and deleted before their job, by a
 * transaction that holds the job: asking for the job again at each row was a third of what adding them took.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP FUNCTION append_audits(int, timestamptz, int, json)`
  yield* sql`
    CREATE FUNCTION append_audits(c int, moment timestamptz, actor int, actions text[], subjects text[], payloads text[])
    RETURNS TABLE (audit_seq bigint, audit_hash bytea) LANGUAGE plpgsql AS $$
    DECLARE
      before bigint;
      payload text;
      hashes bytea[] := array_fill(''::bytea, ARRAY[cardinality(payloads)]);
    BEGIN
      INSERT INTO audit_heads AS h (company_id, seq, hash) VALUES (c, 0, ''::bytea) ON CONFLICT DO NOTHING;
      SELECT h.seq, h.hash INTO before, audit_hash FROM audit_heads h WHERE h.company_id = c FOR NO KEY UPDATE;
      audit_seq := before;
      FOREACH payload IN ARRAY payloads LOOP
        audit_seq := audit_seq + 1;
        audit_hash := sha256(audit_hash || int8send(audit_seq) || convert_to(payload, 'UTF8'));
        hashes[audit_seq - before] := audit_hash;
      END LOOP;
      INSERT INTO audit_records
      SELECT c, before + e.nth, moment, actor, e.what, e.about, e.facts, e.hash
      FROM unnest(actions, subjects, payloads, hashes) WITH ORDINALITY AS e(what, about, facts, hash, nth);
      UPDATE audit_heads h SET seq = audit_seq, hash = audit_hash WHERE h.company_id = c;
      RETURN NEXT;
    END $$`
  yield* sql`ALTER TABLE job_rows DROP CONSTRAINT job_rows_job_id_fkey`
  yield* sql`ALTER TABLE job_rows SET (fillfactor = 45)`
})
