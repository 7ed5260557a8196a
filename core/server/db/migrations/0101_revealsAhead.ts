import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * `count_reveals` replaces `count_reveal`: it counts up to `ahead` requests of a user at once while there is plenty of room,
 * and returns how many; 0 if one of two limits is reached. First it takes back requests that were counted in advance in an
 * earlier slot but never made (decision 80). `append_audit` now updates an existing head, because an upsert takes longer.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP FUNCTION count_reveal(int, int, int, int, int, int)`
  yield* sql`
    CREATE FUNCTION count_reveals(who int, current int, first_a int, most_a int, first_b int, most_b int, ahead int,
      unused_slot int, unused int)
    RETURNS int LANGUAGE plpgsql AS $$
    DECLARE
      room bigint;
      counted int;
    BEGIN
      IF unused > 0 THEN UPDATE reveal_counts SET n = n - unused WHERE user_id = who AND slot = unused_slot; END IF;
      INSERT INTO reveal_counts (user_id, slot, n) VALUES (who, current, 0) ON CONFLICT (user_id, slot) DO NOTHING;
      SELECT n INTO counted FROM reveal_counts WHERE user_id = who AND slot = current FOR NO KEY UPDATE;
      SELECT least(most_a - coalesce(sum(n) FILTER (WHERE slot >= first_a), 0),
        most_b - coalesce(sum(n) FILTER (WHERE slot >= first_b), 0)) - counted INTO room
      FROM reveal_counts WHERE user_id = who AND slot >= least(first_a, first_b) AND slot < current;
      IF room <= 0 THEN RETURN 0; END IF;
      IF room < ahead * ahead THEN ahead := 1; END IF;
      UPDATE reveal_counts SET n = n + ahead WHERE user_id = who AND slot = current;
      RETURN ahead;
    END $$`
  yield* sql`
    CREATE OR REPLACE FUNCTION append_audit(c int, moment timestamptz, actor int, what text, about text, facts text, pads bytea)
    RETURNS TABLE (audit_seq bigint, audit_hash bytea) LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE audit_heads h SET
        seq = h.seq + 1,
        hash = sha256(h.hash || int8send(h.seq + 1) || convert_to(facts, 'UTF8'))
      WHERE h.company_id = c RETURNING h.seq, h.hash INTO audit_seq, audit_hash;
      IF NOT FOUND THEN
        INSERT INTO audit_heads AS h (company_id, seq, hash)
        VALUES (c, 1, sha256(int8send(1) || convert_to(facts, 'UTF8')))
        ON CONFLICT (company_id) DO UPDATE SET
          seq = h.seq + 1,
          hash = sha256(h.hash || int8send(h.seq + 1) || convert_to(facts, 'UTF8'))
        RETURNING h.seq, h.hash INTO audit_seq, audit_hash;
      END IF;
      INSERT INTO audit_records VALUES (c, audit_seq, moment, actor, what, about, facts, audit_hash,
        sha256(substr(pads, 65, 64) || sha256(substr(pads, 1, 64) || audit_hash)));
      RETURN NEXT;
    END $$`
})
