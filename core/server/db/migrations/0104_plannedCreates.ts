import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How many rows of an import's plan create something. With the other totals of the plan, an import that has not started is
 * shown without counting its rows. Null for other jobs, and for imports planned before.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN would_create int`
})
