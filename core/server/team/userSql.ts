import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { nameOfPerson } from "../auth/personName.ts"

/** A user's row. */
export interface TeamUserRow extends Omit<TeamUser, "roleName" | "name" | "userInRole"> {
  readonly roleID: RoleId
}

/** Rows of `users u` that match a condition, as team users; `more` is appended to the query. */
export const teamUserRows = (sql: SqlClient.SqlClient, which: Fragment, more: Fragment) => sql<TeamUserRow>`
  SELECT u.user_id AS "userID", u.first_name AS "firstName", u.last_name AS "lastName", u.email, u.role_id AS "roleID",
    u.is_active AS status, u.facility_ids AS "facilityIDs", u.company_id AS "companyID", u.password_hash IS NULL AS invited,
    CASE WHEN u.password_hash IS NULL THEN (
      SELECT CASE WHEN m.state = 'failed' THEN m.failure END FROM outbox m
      WHERE m.user_id = u.user_id AND m.asked_by IS NOT NULL ORDER BY m.mail_id DESC LIMIT 1) END AS "inviteFailure",
    iso(u.last_seen_at) AS "lastSeenOn", u.version,
    ${sql.literal(nameOfPerson("u.updated_by", "u.company_id"))} AS "updatedBy"
  FROM users u WHERE ${which} ${more}`

/** A team user in the API's format. */
export const presentUser = (row: TeamUserRow): TeamUser => ({
  ...row,
  name: `${row.firstName} ${row.lastName}`,
  roleName: Role.label(row.roleID),
  userInRole: 0
})
