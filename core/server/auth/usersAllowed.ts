import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Access } from "#core/auth/Access.ts"
import { accessRefusal } from "#core/auth/accessRules.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { loggedInUser, userColumns, type UserRow } from "./userRow.ts"

/** The active users of a company who have an access. */
export const usersAllowed = Effect.fnUntraced(function* (companyID: CompanyId, access: Access) {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const rows = yield* sql<UserRow>`
    SELECT ${userColumns(sql)} FROM users u JOIN companies o USING (company_id) JOIN companies c USING (company_id)
    WHERE c.company_id = ${companyID} AND u.is_active`
  return rows.map((row) => loggedInUser(row, false, millis)).filter((user) => accessRefusal(user, access) === null)
})
