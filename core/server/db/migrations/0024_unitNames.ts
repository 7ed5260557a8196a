import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Compares and sorts units ignoring case: `A-143` and `a-143` are the same unit, also in past deliveries. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX locks_company_unit`
  yield* sql`CREATE INDEX locks_company_unit ON locks (company_id, lower(unit COLLATE "pg_c_utf8"))`
  yield* sql`
    UPDATE unlock_deliveries d SET about = lower(about COLLATE "pg_c_utf8") WHERE about LIKE 'unit %'
      AND NOT EXISTS (SELECT FROM unlock_deliveries o WHERE o.company_id = d.company_id AND o.delivery_id = d.delivery_id
        AND o.about <> d.about AND lower(o.about COLLATE "pg_c_utf8") = lower(d.about COLLATE "pg_c_utf8"))`
})
