import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * If a process with a faster clock has already started the next slot, `count_reveals` counts in that slot, one request at a
 * time: counting in the current slot would miss the requests in the next one (decision 80).
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE OR REPLACE FUNCTION count_reveals(who int, current int, first_a int, most_a int, first_b int, most_b int, ahead int,
      unused_slot int, unused int)
    RETURNS int LANGUAGE plpgsql AS $$
    DECLARE
      room bigint;
      counted int;
    BEGIN
      IF unused > 0 THEN UPDATE reveal_counts SET n = n - unused WHERE user_id = who AND slot = unused_slot; END IF;
      IF EXISTS (SELECT FROM reveal_counts WHERE user_id = who AND slot = current + 1) THEN
        current := current + 1;
        ahead := 1;
      END IF;
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
})
