import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Versions of API keys and webhooks, so that an edit based on an outdated version is refused instead of overwriting another
 * one.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE api_keys ADD COLUMN version int NOT NULL DEFAULT 1`
  yield* sql`ALTER TABLE webhooks ADD COLUMN version int NOT NULL DEFAULT 1`
})
