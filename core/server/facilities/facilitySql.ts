import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { nameOfPerson } from "../auth/personName.ts"

const softwareName = `CASE f.management_software ${Fms.rows
  .map(({ id, label }) => `WHEN ${id} THEN '${label.replaceAll("'", "''")}'`)
  .join(" ")} ELSE '' END`

/**
 * The columns of a `Facility`, from `facilities f`, `companies c` and the number of its locks `k`. Locks are counted per
 * facility: without statistics, as after an import, the planner joined all counts with every facility (16 s for 10,000).
 */
const columns = `f.facility_id AS "facilityID", f.company_id AS "companyID", f.name AS "facilityName",
  f.url AS "facilityURL", f.display_name AS "facilityDisplayName", c.name AS "companyDisplayName", f.email,
  f.phone AS "phoneNumber", f.customer_service_phone AS "phoneNumberCustomerService", f.units AS "no_Of_Units",
  f.street, f.city, f.state, f.zip, f.lat, f.lng, f.management_software AS "managementSoftware",
  ${softwareName} AS "managementSoftwareType",
  (SELECT s.mode::int FROM facility_fms s WHERE s.facility_id = f.facility_id) AS mode, f.is_active AS "isActive", f.included_in_api AS "includedInAPI",
  k.n AS "no_of_locks", k.n AS "lockCount",
  f.subdomain_id AS "companySubdomainID"`

const counts = `LEFT JOIN LATERAL (
    SELECT coalesce(sum(n), 0)::int AS n FROM lock_counts l
    WHERE l.company_id = f.company_id AND l.facility_id = f.facility_id AND l.is_active) k ON true`

const reachable = (sql: SqlClient.SqlClient, user: LoggedInUser): Fragment =>
  user.facilityIDs.length === 0
    ? sql`f.company_id = ${user.companyID}`
    : sql`f.company_id = ${user.companyID} AND f.facility_id = ANY(${[...user.facilityIDs]}::int[])`

/** The condition for facilities a user can see: the company's that were not deleted or, for restricted users, their own. */
export const visibleFacilities = (sql: SqlClient.SqlClient, user: LoggedInUser): Fragment =>
  sql`${reachable(sql, user)} AND f.deleted_at IS NULL`

/** The condition for deleted facilities that a user could see before. */
export const deletedFacilities = (sql: SqlClient.SqlClient, user: LoggedInUser): Fragment =>
  sql`${reachable(sql, user)} AND f.deleted_at IS NOT NULL`

/** All facilities a user can see, by name. */
export const facilityRows = (sql: SqlClient.SqlClient, user: LoggedInUser) =>
  sql<Facility>`
    SELECT ${sql.literal(columns)} FROM facilities f JOIN companies c USING (company_id) ${sql.literal(counts)}
    WHERE ${visibleFacilities(sql, user)} ORDER BY lower(f.name), f.facility_id`

/** One of them, its version, and who made it. */
export const facilityRow = (sql: SqlClient.SqlClient, user: LoggedInUser, facilityID: FacilityId) =>
  sql<Facility & Pick<FacilityDetail, "version" | "updatedBy">>`
    SELECT ${sql.literal(columns)}, f.version,
      ${sql.literal(nameOfPerson("f.updated_by", "f.company_id"))} AS "updatedBy"
    FROM facilities f JOIN companies c USING (company_id) ${sql.literal(counts)}
    WHERE ${visibleFacilities(sql, user)} AND f.facility_id = ${facilityID}`
