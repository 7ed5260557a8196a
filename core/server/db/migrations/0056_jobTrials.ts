import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Jobs that only a dry run of a file needs: planned, never done, in no list, and deleted as soon as the plan was read. `number`
 * of one is far above those that a company counts.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN trial boolean NOT NULL DEFAULT false`
})
