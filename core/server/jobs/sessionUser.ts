import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { siteLevelRoles } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { loggedInUser, userColumns, type UserRow } from "../auth/userRow.ts"

/**
 * The current user of a live session, acting for a company: a job ends with its session, and each batch follows the user's
 * current permissions. Null if the session has ended.
 */
export const sessionUser = Effect.fnUntraced(function* (sessionId: string, companyID: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const [row] = yield* sql<UserRow & { readonly from_sso: boolean }>`
    SELECT s.from_sso, ${userColumns(sql)}
    FROM sessions s JOIN users u USING (user_id) JOIN companies o ON o.company_id = u.company_id
      JOIN companies c ON c.company_id = ${companyID}
    WHERE s.session_id = ${sessionId} AND s.ended_at IS NULL AND s.expires_at > ${new Date(millis)} AND u.is_active
      AND (u.company_id = ${companyID} OR ${sql.in("u.role_id", [...siteLevelRoles])})`
  return row === undefined ? null : loggedInUser(row, row.from_sso, millis)
})
