import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The name of an API key as it is compared, which the database keeps unique among a company's keys in use. Null for a later key
 * that already had the name of another: it keeps its name until it is renamed.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE api_keys ADD COLUMN name_key text`
  const keys = yield* sql<{ id: number; companyID: number; name: string }>`
    SELECT api_key_id AS id, company_id AS "companyID", name FROM api_keys WHERE revoked_at IS NULL ORDER BY api_key_id`
  const taken = new Set<string>()
  for (const { id, companyID, name } of keys) {
    const nameKey = name.trim().toLowerCase().replace(/\s+/g, " ")
    const known = `${companyID} ${nameKey}`
    if (!taken.has(known)) yield* sql`UPDATE api_keys SET name_key = ${nameKey} WHERE api_key_id = ${id}`
    taken.add(known)
  }
  yield* sql`CREATE UNIQUE INDEX api_keys_name ON api_keys (company_id, name_key) WHERE revoked_at IS NULL`
})
