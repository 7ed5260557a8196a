import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId, SubdomainId } from "#core/base/ids.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { demoSubdomains } from "./demoSubdomains.ts"

/** Inserts a company's portals with their facilities, and returns their number. */
export const seedSubdomains = Effect.fnUntraced(function* (
  { companyID, facilityIDs }: { readonly companyID: CompanyId; readonly facilityIDs: ReadonlyArray<FacilityId> },
  createdAt: Date
) {
  const sql = yield* SqlClient.SqlClient
  for (const [nth, { displayName, url }] of demoSubdomains.entries()) {
    const made = yield* sql<{ id: SubdomainId }>`
      INSERT INTO subdomains (company_id, display_name, url, created_at)
      VALUES (${companyID}, ${displayName}, ${url}, ${createdAt}::timestamptz) RETURNING subdomain_id AS id`
    const assigned = facilityIDs.filter((_, place) => place % (demoSubdomains.length + 1) === nth)
    yield* sql`
      UPDATE facilities SET subdomain_id = ${insertedRow(made).id} WHERE ${sql.in("facility_id", assigned)}`
  }
  return demoSubdomains.length
})
