import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * `append_summed` appends records whose hashes and MACs the server computed (decision 87), 64 bytes of `sums` each. The caller
 * locks the head and passes its number; if the number is wrong, nothing is appended.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION append_summed(c int, before bigint, moment timestamptz, actors int[], actions text[], subjects text[],
      payloads text[], sums bytea)
    RETURNS TABLE (audit_seq bigint, audit_hash bytea) LANGUAGE plpgsql AS $$
    BEGIN
      audit_seq := before + cardinality(payloads);
      audit_hash := substr(sums, length(sums) - 63, 32);
      UPDATE audit_heads h SET seq = audit_seq, hash = audit_hash WHERE h.company_id = c AND h.seq = before;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the chain of company % does not end at %', c, before;
      END IF;
      INSERT INTO audit_records
      SELECT c, before + e.nth, moment, e.who, e.what, e.about, e.facts, substr(sums, e.nth::int * 64 - 63, 32),
        substr(sums, e.nth::int * 64 - 31, 32)
      FROM unnest(actors, actions, subjects, payloads) WITH ORDINALITY AS e(who, what, about, facts, nth);
      RETURN NEXT;
    END $$`
})
