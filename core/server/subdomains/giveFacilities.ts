import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { SubdomainId } from "#core/base/ids.ts"
import type { PlacedFacility } from "#core/subdomains/Subdomain.ts"
import { SubdomainNotFound, SubdomainRefused } from "#core/subdomains/SubdomainErrors.ts"
import type { AssignedFacilities } from "./assignFacilities.ts"

/**
 * Moves facilities that just left a subdomain to other subdomains of the company and increases their versions, so that open
 * forms notice. Refused if one of them did not leave it, or if there is no such subdomain.
 */
export const giveFacilities = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { companyID, userID }: LoggedInUser,
  assigned: AssignedFacilities,
  givesTo: ReadonlyArray<PlacedFacility>
) {
  if (givesTo.length === 0) return assigned
  const staying = givesTo.find(({ facilityID }) => !assigned.removed.includes(facilityID))
  if (staying !== undefined) {
    const message = `Facility ${staying.facilityID} doesn't leave this subdomain.`
    return yield* new SubdomainRefused({ data: { issues: [{ path: "givesTo", message }] } })
  }
  const getting = [...new Set(givesTo.map(({ subdomainID }) => subdomainID))]
  const held = yield* sql<{ id: SubdomainId }>`
    UPDATE subdomains SET version = version + 1, updated_by = ${userID}
    WHERE company_id = ${companyID} AND subdomain_id = ANY(${getting}::int[]) RETURNING subdomain_id AS id`
  const unknown = getting.find((wanted) => held.every(({ id }) => id !== wanted))
  if (unknown !== undefined) return yield* new SubdomainNotFound({ data: { subdomain: String(unknown) } })
  for (const subdomain of getting) {
    const own = givesTo.flatMap(({ facilityID, subdomainID }) => (subdomainID === subdomain ? [facilityID] : []))
    yield* sql`UPDATE facilities SET subdomain_id = ${subdomain} WHERE facility_id = ANY(${own}::int[])`
  }
  const otherSubdomains = [...new Set([...assigned.otherSubdomains, ...getting])].toSorted((a, b) => a - b)
  return { ...assigned, given: givesTo, otherSubdomains } satisfies AssignedFacilities
})
