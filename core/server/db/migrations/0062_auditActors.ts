import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** `append_audits` takes an actor per record, because a group of changes of one company can have several users. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP FUNCTION append_audits(int, timestamptz, int, text[], text[], text[], bytea)`
  yield* sql`
    CREATE FUNCTION append_audits(c int, moment timestamptz, actors int[], actions text[], subjects text[], payloads text[],
      pads bytea)
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
      SELECT c, before + e.nth, moment, e.who, e.what, e.about, e.facts, e.hash,
        sha256(substr(pads, e.nth::int * 128 - 63, 64) || sha256(substr(pads, e.nth::int * 128 - 127, 64) || e.hash))
      FROM unnest(actors, actions, subjects, payloads, hashes) WITH ORDINALITY AS e(who, what, about, facts, hash, nth);
      UPDATE audit_heads h SET seq = audit_seq, hash = audit_hash WHERE h.company_id = c;
      RETURN NEXT;
    END $$`
})
