import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who made the current version of what has versions, so that a refused edit can name them, as that of a lock does. A company
 * has one for its settings, one for its plan, and one for each role's permissions, by role.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE users ADD COLUMN updated_by int`
  yield* sql`ALTER TABLE facilities ADD COLUMN updated_by int`
  yield* sql`ALTER TABLE api_keys ADD COLUMN updated_by int`
  yield* sql`ALTER TABLE webhooks ADD COLUMN updated_by int`
  yield* sql`ALTER TABLE subdomains ADD COLUMN updated_by int`
  yield* sql`ALTER TABLE companies ADD COLUMN settings_updated_by int, ADD COLUMN plan_updated_by int,
    ADD COLUMN roles_updated_by jsonb NOT NULL DEFAULT '{}'`
})
