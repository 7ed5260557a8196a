import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"

/** The company's team users. */
export class Users extends Context.Service<
  Users,
  { readonly list: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<TeamUser>> }
>()("lockdesk/server/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const rows = (companyID: number) => sql<Omit<TeamUser, "roleName" | "name"> & { roleID: RoleId }>`
        SELECT user_id AS "userID", first_name AS "firstName", last_name AS "lastName", email, role_id AS "roleID",
          is_active AS status, facility_ids AS "facilityIDs", company_id AS "companyID"
        FROM users WHERE company_id = ${companyID} AND NOT is_api_key ORDER BY lower(first_name), lower(last_name), user_id`
      return Users.of({
        list: Effect.fn("Users.list")(
          (user: LoggedInUser) =>
            Effect.map(rows(user.companyID), (found) =>
              found.map((row) => ({
                ...row,
                name: `${row.firstName} ${row.lastName}`,
                roleName: Role.label(row.roleID)
              }))
            ),
          Effect.orDie
        )
      })
    })
  )
}
