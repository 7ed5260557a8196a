import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Facility } from "#core/facilities/Facility.ts"

/** The company's facilities, of confined users theirs. */
export class Facilities extends Context.Service<
  Facilities,
  { readonly list: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<Facility>> }
>()("lockdesk/server/Facilities") {
  static readonly layer = Layer.effect(
    Facilities,
    Effect.map(SqlClient.SqlClient, (sql) =>
      Facilities.of({
        list: Effect.fn("Facilities.list")(
          (user: LoggedInUser) => sql<Facility>`
            SELECT f.facility_id AS "facilityID", f.company_id AS "companyID", f.name AS "facilityName", f.street, f.city,
              f.state, f.zip, f.phone AS "phoneNumber", f.management_software AS "managementSoftware",
              f.is_active AS "isActive", f.included_in_api AS "includedInAPI",
              (SELECT coalesce(sum(k.n), 0)::int FROM lock_counts k WHERE k.company_id = f.company_id
                AND k.facility_id = f.facility_id AND k.is_active) AS "no_of_locks"
            FROM facilities f WHERE f.company_id = ${user.companyID}
              ${user.facilityIDs.length === 0 ? sql`` : sql`AND f.facility_id = ANY(${[...user.facilityIDs]}::int[])`}
            ORDER BY lower(f.name), f.facility_id`,
          Effect.orDie
        )
      })
    )
  )
}
