import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How the text file of an import was read, so that the preview can say so. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE imports ADD COLUMN encoding text`
})
