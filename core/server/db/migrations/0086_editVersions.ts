import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Edits of API keys and webhooks are counted, so that one begun before somebody else's is refused and not written over it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE api_keys ADD COLUMN version int NOT NULL DEFAULT 1`
  yield* sql`ALTER TABLE webhooks ADD COLUMN version int NOT NULL DEFAULT 1`
})
