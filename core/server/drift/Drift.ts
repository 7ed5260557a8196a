import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { driftRefusal } from "#core/drift/driftAccess.ts"
import { DriftNeedsUnits } from "#core/drift/DriftErrors.ts"
import { findDrift } from "#core/drift/driftRules.ts"
import type { LockHere } from "#core/drift/driftWords.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { UnitsUnavailable } from "#core/units/UnitErrors.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Units } from "../units/Units.ts"

interface Place {
  readonly facilityName: string
  readonly software: FmsId
  readonly locksPerUnit: number
  readonly simulated: boolean
}

/** Finds mismatches between facilities' management software and their locks. */
export class Drift extends Context.Service<
  Drift,
  {
    readonly show: (
      user: LoggedInUser,
      facilityID: FacilityId
    ) => Effect.Effect<FacilityDrift, FacilityNotFound | UnitsUnavailable | DriftNeedsUnits>
  }
>()("lockdesk/server/Drift") {
  static readonly layer = Layer.effect(
    Drift,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const units = yield* Units

      const show = Effect.fn("Drift.show")(function* (user: LoggedInUser, facilityID: FacilityId) {
        // This also checks that the user can see the facility.
        const { data, fromFms, fetchedOn } = yield* units.list(user, facilityID)
        const [place] = yield* sql<Place>`
          SELECT f.name AS "facilityName", f.management_software::int AS software, c.locks_per_unit::int AS "locksPerUnit",
            coalesce(s.simulated, false) AS simulated
          FROM facilities f JOIN companies c USING (company_id) LEFT JOIN facility_fms s USING (facility_id)
          WHERE f.facility_id = ${facilityID} AND f.company_id = ${user.companyID}`
        const software = place?.software ?? Fms.id.NotListed
        const refusal = driftRefusal(user, { facilityID, software, connected: fromFms })
        if (refusal !== null || fetchedOn === null || place === undefined) {
          return yield* refusal ?? new DriftNeedsUnits({ data: { facilityID, reason: "NotConnected" } })
        }
        const locks = yield* sql<LockHere>`
          SELECT l.lock_id AS "lockID", l.serial AS "serialCode", l.status::int AS status, l.unit,
            iso(l.updated_at) AS "updatedOn"
          FROM locks l
          WHERE l.company_id = ${user.companyID} AND l.facility_id = ${facilityID} AND l.is_active`
        return {
          success: true as const,
          data: findDrift({ facilityID, ...place, units: data, locks }),
          facilityID,
          facilityName: place.facilityName,
          managementSoftware: software,
          managementSoftwareName: Fms.label(software),
          simulated: place.simulated,
          tellsDelinquency: fmsProfiles[software].hidesDelinquency !== true,
          fetchedOn,
          units: data.length,
          locks: locks.length
        }
      }, asServerFault)

      return Drift.of({ show })
    })
  )
}
