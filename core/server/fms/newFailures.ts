import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId, FmsRunId, UserId } from "#core/base/ids.ts"
import { facilityChanges } from "#core/facilities/facilityAccess.ts"
import { usersAllowed } from "../auth/usersAllowed.ts"
import type { NewNotice } from "../notices/Notices.ts"
import { Notices } from "../notices/Notices.ts"

/** A facility whose connection failed in a run, but not in its previous test. */
interface FailingFacility {
  readonly facilityID: FacilityId
  readonly name: string
}

/** The maximum number of facilities named in a notice. */
const mostNamed = 3

const failingNotice = (companyID: CompanyId, facilities: ReadonlyArray<FailingFacility>): NewNotice => {
  const named = facilities.slice(0, mostNamed).map(({ name }) => name)
  const more = facilities.length - named.length
  const names = `${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}`
  return {
    companyID,
    kind: "warning",
    message:
      facilities.length === 1
        ? `The FMS connection of ${names} has started to fail.`
        : `The FMS connections of ${names} have started to fail.`,
    next: "See FMS Integration Status for the cause.",
    path: "/dashboard"
  }
}

/** Notifies the managers of facilities of newly failing connections; not the user who started the run, who sees them. */
export const notifyNewFailures = Effect.fnUntraced(function* ({
  run_id,
  company_id,
  user_id
}: {
  readonly run_id: FmsRunId
  readonly company_id: CompanyId
  readonly user_id: UserId | null
}) {
  const sql = yield* SqlClient.SqlClient
  const notices = yield* Notices
  const failing = yield* sql<FailingFacility>`
    SELECT r.facility_id AS "facilityID", f.name
    FROM fms_results r JOIN facilities f ON f.facility_id = r.facility_id AND f.company_id = r.company_id AND f.is_active
    WHERE r.run_id = ${run_id} AND NOT r.ok AND coalesce((
      SELECT b.ok FROM fms_results b
      WHERE b.company_id = r.company_id AND b.facility_id = r.facility_id AND b.run_id IS DISTINCT FROM r.run_id
        AND b.tested_at < r.tested_at
      ORDER BY b.tested_at DESC LIMIT 1), true)
    ORDER BY f.name, f.facility_id`
  if (failing.length === 0) return
  const managers = (yield* usersAllowed(company_id, facilityChanges)).filter(({ userID }) => userID !== user_id)
  // Managers get only their own facilities; those with the same ones share a notice.
  const groups = Map.groupBy(managers, ({ facilityIDs }) => facilityIDs.toSorted((a, b) => a - b).join())
  for (const group of groups.values()) {
    const only = new Set(group[0]?.facilityIDs)
    const seen = failing.filter(({ facilityID }) => only.size === 0 || only.has(facilityID))
    if (seen.length > 0) {
      yield* notices.send(
        group.map(({ userID }) => userID),
        failingNotice(company_id, seen)
      )
    }
  }
})
