import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import type { DemoFacility } from "./demoFacilities.ts"
import { parameterTable } from "./parameterTable.ts"

/** Inserts a company's facilities and returns their ids in the same order. */
export const insertFacilities = Effect.fnUntraced(function* (
  companyID: CompanyId,
  facilities: ReadonlyArray<DemoFacility>,
  createdAt: Date
) {
  const sql = yield* SqlClient.SqlClient
  const rows = parameterTable(sql, facilities, {
    name: ["text", (facility) => facility.name],
    street: ["text", (facility) => facility.street],
    city: ["text", (facility) => facility.city],
    state: ["text", (facility) => facility.state],
    zip: ["text", (facility) => facility.zip],
    phone: ["text", (facility) => facility.phone],
    fms: ["int", (facility) => facility.managementSoftware],
    units: ["int", (facility) => facility.units],
    // As text: one array can't mix integers and fractions.
    lat: ["text", (facility) => String(facility.lat)],
    lng: ["text", (facility) => String(facility.lng)],
    active: ["boolean", (facility) => facility.isActive],
    api: ["boolean", (facility) => facility.includedInAPI]
  })
  const made = yield* sql<{ facility_id: FacilityId }>`
    INSERT INTO facilities (company_id, name, street, city, state, zip, phone, management_software, units, lat, lng,
      is_active, included_in_api, created_at)
    SELECT ${companyID}, name, street, city, state, zip, phone, fms, units, lat::float8, lng::float8, active, api,
      ${createdAt}::timestamptz
    FROM ${rows} ORDER BY nr RETURNING facility_id`
  return made.map(({ facility_id }) => facility_id)
})
