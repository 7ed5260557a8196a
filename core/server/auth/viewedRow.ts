import type { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import { viewRefusal } from "#core/viewing/viewingRules.ts"
import { loggedInUser, type UserRow } from "./userRow.ts"

/** The view of a session: a role in a company, and the viewed person's data if a person is viewed. */
export interface ViewedRow {
  readonly view_company: CompanyId | null
  readonly view_role: RoleId | null
  readonly view_user: UserId | null
  readonly view_until: Date | null
  readonly viewed_name: string | null
  readonly viewed_facility_ids: ReadonlyArray<FacilityId> | null
}

/** The columns of a `ViewedRow`, from `sessions s` and the viewed active user `v`, if that user still has the viewed role. */
export const viewedColumns = (sql: SqlClient.SqlClient) => sql`
  s.view_company, s.view_role::int AS view_role, s.view_user, s.view_until,
  CASE WHEN v.role_id = s.view_role THEN v.first_name || ' ' || v.last_name END AS viewed_name,
  v.facility_ids AS viewed_facility_ids`

/**
 * The users of a session (decision 62): its own, and the effective one with the role, permissions and facilities of the
 * viewed role or person. A view applies only in the company it began in: site users may act for others in other tabs. The view of
 * a person ends when that person is deactivated or gets another role, and any view when it would show more than the user may see.
 */
export const usersOf = (
  row: UserRow & ViewedRow,
  fromSso: boolean,
  millis: number
): { readonly own: LoggedInUser; readonly user: LoggedInUser } => {
  const { view_role: role, view_until: until } = row
  const own = loggedInUser(row, fromSso, millis)
  const gone = row.view_user !== null && row.viewed_name === null
  const elsewhere = row.view_company !== own.companyID
  if (role === null || until === null || until.getTime() <= millis || gone || elsewhere) return { own, user: own }
  const label = Role.label(role)
  const as = row.viewed_name === null ? label : `${row.viewed_name} (${label})`
  const user = {
    ...loggedInUser({ ...row, role_id: role }, fromSso, millis),
    facilityIDs: row.viewed_facility_ids ?? own.facilityIDs,
    viewing: { as, by: own.name, until: until.toISOString() }
  }
  return viewRefusal(own, user, as) === null ? { own, user } : { own, user: own }
}
