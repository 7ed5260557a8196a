import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { accessLevel } from "#core/auth/accessRules.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import { loggedInUser, userColumns, type UserRow } from "../auth/userRow.ts"

/** A user who manages facilities of a company, and which ones; all if the list is empty. */
export interface Manager {
  readonly userID: UserId
  readonly facilityIDs: ReadonlyArray<FacilityId>
}

/** The active users of a company who may edit its facilities. */
export const managersOf = Effect.fnUntraced(function* (companyID: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const rows = yield* sql<UserRow>`
    SELECT ${userColumns(sql)} FROM users u JOIN companies o USING (company_id) JOIN companies c USING (company_id)
    WHERE c.company_id = ${companyID} AND u.is_active`
  return rows
    .map((row) => loggedInUser(row, false, millis))
    .filter((user) => accessLevel(user, Area.id.Facilities) === AccessLevel.id.Write)
    .map(({ userID, facilityIDs }): Manager => ({ userID, facilityIDs }))
})
