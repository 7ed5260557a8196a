import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * `count_reveal` counts one request of a user in its slot and returns true; if one of two limits is reached, it counts nothing
 * and returns false. It is a function so that its plans are cached: as part of the statement it took a tenth of the time of a
 * reveal.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION count_reveal(who int, current int, first_a int, most_a int, first_b int, most_b int)
    RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      room bigint;
    BEGIN
      SELECT least(most_a - coalesce(sum(n) FILTER (WHERE slot >= first_a), 0),
        most_b - coalesce(sum(n) FILTER (WHERE slot >= first_b), 0)) INTO room
      FROM reveal_counts WHERE user_id = who AND slot >= least(first_a, first_b) AND slot < current;
      IF room <= 0 THEN RETURN false; END IF;
      INSERT INTO reveal_counts AS c (user_id, slot, n) VALUES (who, current, 1)
      ON CONFLICT (user_id, slot) DO UPDATE SET n = c.n + 1 WHERE c.n < room;
      RETURN FOUND;
    END $$`
})
