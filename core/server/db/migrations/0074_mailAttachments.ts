import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The attachment of a message: its name, and its bytes sealed like the text. Both are deleted after the message was sent. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE outbox ADD COLUMN attachment_name text, ADD COLUMN sealed_attachment bytea`
})
