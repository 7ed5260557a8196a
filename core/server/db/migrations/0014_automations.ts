import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The release actions that a company configures for delivered unlock codes, and the reported deliveries, each once, with the
 * resulting status of its locks. `about` is `lock` with a serial code, or `unit` with facility and unit.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE companies
      ADD COLUMN vacant_release_action smallint NOT NULL DEFAULT 1005,
      ADD COLUMN overlock_release_action smallint NOT NULL DEFAULT 1004`
  yield* sql`
    CREATE TABLE unlock_deliveries (
      company_id int NOT NULL REFERENCES companies,
      delivery_id text NOT NULL,
      about text NOT NULL,
      locks json NOT NULL,
      told_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, delivery_id, about)
    )`
})
