import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Jobs created only for a dry run of a file: planned, never applied, not listed, and deleted as soon as the plan was read.
 * Their `number` is far above the company's real job numbers.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN trial boolean NOT NULL DEFAULT false`
})
