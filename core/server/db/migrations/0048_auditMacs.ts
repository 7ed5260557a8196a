import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A MAC for each audit record (decision 48). The caller passes the two padded halves of the record's own key, 128 bytes per
 * record; the key from which they are derived never reaches the database. The MAC is the HMAC-SHA-256 of the record's hash with
 * that key. Older records have none until the server adds theirs, once, and notes that in `audit_macs_since`.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE audit_records ADD COLUMN mac bytea`
  yield* sql`CREATE TABLE audit_macs_since (one boolean PRIMARY KEY DEFAULT true CHECK (one), at timestamptz NOT NULL)`
  yield* sql`DROP FUNCTION append_audit(int, timestamptz, int, text, text, text)`
  yield* sql`DROP FUNCTION append_audits(int, timestamptz, int, text[], text[], text[])`
  yield* sql`
    CREATE FUNCTION append_audit(c int, moment timestamptz, actor int, what text, about text, facts text, pads bytea)
    RETURNS TABLE (audit_seq bigint, audit_hash bytea) LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO audit_heads AS h (company_id, seq, hash)
      VALUES (c, 1, sha256(int8send(1) || convert_to(facts, 'UTF8')))
      ON CONFLICT (company_id) DO UPDATE SET
        seq = h.seq + 1,
        hash = sha256(h.hash || int8send(h.seq + 1) || convert_to(facts, 'UTF8'))
      RETURNING h.seq, h.hash INTO audit_seq, audit_hash;
      INSERT INTO audit_records VALUES (c, audit_seq, moment, actor, what, about, facts, audit_hash,
        sha256(substr(pads, 65, 64) || sha256(substr(pads, 1, 64) || audit_hash)));
      RETURN NEXT;
    END $$`
  yield* sql`
    CREATE FUNCTION append_audits(c int, moment timestamptz, actor int, actions text[], subjects text[], payloads text[],
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
      SELECT c, before + e.nth, moment, actor, e.what, e.about, e.facts, e.hash,
        sha256(substr(pads, e.nth::int * 128 - 63, 64) || sha256(substr(pads, e.nth::int * 128 - 127, 64) || e.hash))
      FROM unnest(actions, subjects, payloads, hashes) WITH ORDINALITY AS e(what, about, facts, hash, nth);
      UPDATE audit_heads h SET seq = audit_seq, hash = audit_hash WHERE h.company_id = c;
      RETURN NEXT;
    END $$`
})
