import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, SubdomainId } from "#core/base/ids.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { PlacedFacility } from "#core/subdomains/Subdomain.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"

interface FoundFacility {
  readonly id: FacilityId
  readonly subdomain: SubdomainId | null
}

/** Added and removed facilities, and the other subdomains some came from or went to. */
export interface AssignedFacilities {
  readonly added: ReadonlyArray<FacilityId>
  readonly removed: ReadonlyArray<FacilityId>
  /** Those that were on another subdomain, and on which. */
  readonly moved: ReadonlyArray<PlacedFacility>
  /** Those that went to another subdomain, and to which. */
  readonly given: ReadonlyArray<PlacedFacility>
  readonly otherSubdomains: ReadonlyArray<SubdomainId>
}

const ascending = (a: number, b: number): number => a - b

/**
 * Replaces the facilities of a subdomain that the user can see; the others stay. A facility on another subdomain moves (002 §4)
 * and increases that one's version, so that an open form of it notices. Facilities the user can't see are refused.
 */
export const assignFacilities = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  subdomainID: SubdomainId,
  facilityIDs: ReadonlyArray<FacilityId>
): Effect.fn.Return<AssignedFacilities, FacilityNotFound | SqlError> {
  const wanted = new Set(facilityIDs)
  const found = yield* sql<FoundFacility>`
    SELECT f.facility_id AS id, f.subdomain_id AS subdomain FROM facilities f
    WHERE ${visibleFacilities(sql, user)} AND (f.facility_id = ANY(${[...wanted]}::int[]) OR f.subdomain_id = ${subdomainID})
    ORDER BY f.facility_id FOR UPDATE OF f`
  const seen = new Set(found.map(({ id }) => id))
  const unseen = [...wanted].find((id) => !seen.has(id))
  if (unseen !== undefined) return yield* new FacilityNotFound({ data: { facilityID: unseen } })
  const coming = found.filter(({ id, subdomain }) => wanted.has(id) && subdomain !== subdomainID)
  const added = coming.map(({ id }) => id)
  const removed = found.filter(({ id }) => !wanted.has(id)).map(({ id }) => id)
  const others = coming.flatMap(({ subdomain }) => (subdomain === null ? [] : [subdomain]))
  const otherSubdomains = [...new Set(others)].toSorted(ascending)
  if (added.length > 0) {
    yield* sql`UPDATE facilities SET subdomain_id = ${subdomainID} WHERE facility_id = ANY(${added}::int[])`
  }
  if (removed.length > 0) {
    yield* sql`UPDATE facilities SET subdomain_id = NULL WHERE facility_id = ANY(${removed}::int[])`
  }
  if (otherSubdomains.length > 0) {
    yield* sql`UPDATE subdomains SET version = version + 1, updated_by = ${user.userID}
      WHERE company_id = ${user.companyID} AND subdomain_id = ANY(${otherSubdomains}::int[])`
  }
  const moved = coming.flatMap(({ id: facilityID, subdomain }) =>
    subdomain === null ? [] : [{ facilityID, subdomainID: subdomain }]
  )
  return { added, removed, moved, given: [], otherSubdomains }
})
