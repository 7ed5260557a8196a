import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A file that goes with a message: its name, and its bytes sealed like the text. Both are gone once it was sent. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE outbox ADD COLUMN attachment_name text, ADD COLUMN sealed_attachment bytea`
})
