import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { demoSubdomains } from "./demoSubdomains.ts"

/** Inserts a company's portals with their facilities, and returns their number. */
export const seedSubdomains = Effect.fnUntraced(function* (
  { companyID, facilityIDs }: { readonly companyID: number; readonly facilityIDs: ReadonlyArray<number> },
  createdAt: Date
) {
  const sql = yield* SqlClient.SqlClient
  for (const [nth, { displayName, url }] of demoSubdomains.entries()) {
    const [made] = yield* sql<{ id: number }>`
      INSERT INTO subdomains (company_id, display_name, url, created_at)
      VALUES (${companyID}, ${displayName}, ${url}, ${createdAt}::timestamptz) RETURNING subdomain_id AS id`
    const assigned = facilityIDs.filter((_, place) => place % (demoSubdomains.length + 1) === nth)
    yield* sql`
      UPDATE facilities SET subdomain_id = ${made?.id ?? 0} WHERE ${sql.in("facility_id", assigned)}`
  }
  return demoSubdomains.length
})
