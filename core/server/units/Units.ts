import { Cache, Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { featureRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { CompanyId, FacilityId, mustBeIdIn } from "#core/base/ids.ts"
import { Feature } from "#core/companies/features.ts"
import { locksOnlyTiers } from "#core/companies/tiers.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { FacilityUnits, Unit } from "#core/units/Unit.ts"
import { UnitsUnavailable } from "#core/units/UnitErrors.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { now } from "../db/now.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { unitKeySql } from "../locks/unitSql.ts"
import { UnitSource } from "./UnitSource.ts"

interface Place {
  readonly facilityID: FacilityId
  readonly companyID: CompanyId
  readonly managementSoftware: number
}

interface Kept {
  readonly units: ReadonlyArray<Unit>
  readonly fetchedOn: string
}

const namely = (
  units: ReadonlyArray<Unit>,
  kept: { readonly fromFms: boolean; readonly fetchedOn: string | null }
) => ({
  success: true as const,
  data: units,
  ...kept
})

/** The maximum number of concurrent fetches. */
const fetchedAtOnce = 1_000

/** How long units are cached, in milliseconds: who rents, pays and moves out changes daily. */
const keptFor = 3_600_000

/**
 * The units of facilities (001 §7). The software's units are cached for an hour for all users, until they are dropped, or until
 * the connection changes; concurrent requests share one fetch.
 */
export class Units extends Context.Service<
  Units,
  {
    readonly list: (
      user: LoggedInUser,
      facilityID: FacilityId
    ) => Effect.Effect<FacilityUnits, FacilityNotFound | UnitsUnavailable>
    readonly forget: (user: LoggedInUser, facilityID: FacilityId) => Effect.Effect<void, FacilityNotFound>
  }
>()("lockdesk/server/Units") {
  static readonly layer = Layer.effect(
    Units,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = yield* UnitSource

      const placeOf = Effect.fnUntraced(function* (user: LoggedInUser, facilityID: FacilityId) {
        const [place] = yield* sql<Place>`
          SELECT f.facility_id AS "facilityID", f.company_id AS "companyID", f.management_software AS "managementSoftware"
          FROM facilities f WHERE f.facility_id = ${facilityID} AND f.company_id = ${user.companyID}
            ${user.facilityIDs.length === 0 ? sql`` : sql`AND f.facility_id = ANY(${[...user.facilityIDs]}::int[])`}`
        return place ?? (yield* new FacilityNotFound({ data: { facilityID } }))
      })

      const keptOf = Effect.fnUntraced(function* ({ facilityID, companyID, managementSoftware }: Place) {
        const millis = yield* Clock.currentTimeMillis
        const [kept] = yield* sql<Kept>`
          SELECT units, iso(fetched_at) AS "fetchedOn" FROM facility_units
          WHERE facility_id = ${facilityID} AND company_id = ${companyID} AND management_software = ${managementSoftware}
            AND fetched_at > ${new Date(millis - keptFor)} AND fetched_at <= ${new Date(latestTime(millis))}`
        return kept
      })

      /** Changes with every change of the facility's connection; null if there is none. */
      const connectionOf = (facilityID: FacilityId) =>
        Effect.map(
          sql<{ at: string }>`SELECT updated_at::text AS at FROM facility_fms WHERE facility_id = ${facilityID}`,
          ([row]) => row?.at ?? null
        )

      const fetch = Effect.fnUntraced(function* (key: string) {
        const [company = "", facility = "", software] = key.split(" ")
        const companyID = mustBeIdIn(CompanyId, company)
        const facilityID = mustBeIdIn(FacilityId, facility)
        const managementSoftware = Number(software)
        // Read here and not by each caller: a caller that read it before the units were stored would fetch them again.
        const kept = yield* keptOf({ companyID, facilityID, managementSoftware })
        if (kept !== undefined) return kept
        const connection = yield* connectionOf(facilityID)
        const units = yield* source.units({ companyID, facilityID, managementSoftware })
        if (units === null) return null
        const sorted = units.toSorted((a, b) => byName.compare(a.name, b.name))
        const at = yield* now
        // Don't store units fetched over a connection that has changed since.
        yield* sql`
          INSERT INTO facility_units (facility_id, company_id, management_software, fetched_at, units)
          SELECT f.facility_id, f.company_id, ${managementSoftware}, ${at}::timestamptz, ${JSON.stringify(sorted)}::text::json
          FROM facilities f WHERE f.facility_id = ${facilityID} AND f.company_id = ${companyID}
            AND (SELECT c.updated_at::text FROM facility_fms c WHERE c.facility_id = f.facility_id)
              IS NOT DISTINCT FROM ${connection}::text
          ON CONFLICT (facility_id) DO UPDATE
          SET company_id = excluded.company_id, management_software = excluded.management_software,
            fetched_at = excluded.fetched_at, units = excluded.units`
        return { units: sorted, fetchedOn: at }
      })
      // Keeps no results: the database is the cache.
      const fetching = yield* Cache.make({ capacity: fetchedAtOnce, lookup: fetch, timeToLive: 0 })

      /** Units of the company's own active locks. */
      const ofLocks = ({ companyID, facilityID }: Place) =>
        Effect.map(
          sql<{ readonly unit: string }>`
            SELECT min(l.unit) AS unit FROM locks l WHERE l.company_id = ${companyID} AND l.facility_id = ${facilityID}
              AND l.is_active AND l.unit IS NOT NULL GROUP BY ${sql.literal(unitKeySql)}`,
          (rows) =>
            rows
              .map(({ unit }): Unit => ({ id: unit, name: unit, status: 0 }))
              .toSorted((a, b) => byName.compare(a.name, b.name))
        )

      const list = Effect.fn("Units.list")(function* (user: LoggedInUser, facilityID: FacilityId) {
        const place = yield* placeOf(user, facilityID)
        if (locksOnlyTiers.has(user.subscriptionTier)) return namely([], { fromFms: false, fetchedOn: null })
        if (place.managementSoftware !== Fms.id.NotListed && featureRefusal(user, Feature.id.FMSIntegration) === null) {
          const cached = yield* Cache.get(fetching, `${place.companyID} ${facilityID} ${place.managementSoftware}`)
          if (cached !== null) return namely(cached.units, { fromFms: true, fetchedOn: cached.fetchedOn })
        }
        return namely(yield* ofLocks(place), { fromFms: false, fetchedOn: null })
      })

      const forget = Effect.fn("Units.forget")(function* (user: LoggedInUser, facilityID: FacilityId) {
        yield* placeOf(user, facilityID)
        yield* sql`DELETE FROM facility_units WHERE facility_id = ${facilityID}`
      }, asServerFault)

      return Units.of({
        list: (user, facilityID) =>
          asServerFault(
            Effect.catchTag(list(user, facilityID), "UnitSourceFailed", ({ reason, next, stage, retryAfter }) =>
              Effect.fail(
                new UnitsUnavailable({
                  data: {
                    facilityID,
                    reason,
                    next,
                    ...(stage === undefined ? {} : { stage }),
                    ...(retryAfter === undefined ? {} : { retryAfter })
                  }
                })
              )
            )
          ),
        forget
      })
    })
  )
}

/** Natural order: unit 9 before unit 10, ignoring case. */
const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" })
