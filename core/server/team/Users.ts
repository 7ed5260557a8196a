import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { nameText } from "#core/base/nameText.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { Limiter } from "../auth/Limiter.ts"
import { Settings } from "../Settings.ts"
import { presentUser, teamUserRows } from "./userSql.ts"

/** Reads the company's team users. */
export class Users extends Context.Service<
  Users,
  {
    /** By name. */
    readonly list: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<TeamUser>>
    /** Whether no user of any company has an email, ignoring case. Rate-limited: it reveals who uses Lockdesk. */
    readonly isFree: (user: LoggedInUser, email: string) => Effect.Effect<boolean, TooManyRequests>
  }
>()("lockdesk/server/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const limiter = yield* Limiter
      const { limits } = yield* Settings
      return Users.of({
        list: Effect.fn("Users.list")(
          ({ companyID }: LoggedInUser) =>
            Effect.map(
              teamUserRows(
                sql,
                sql`u.company_id = ${companyID} AND NOT u.is_api_key`,
                sql`ORDER BY lower(u.first_name), lower(u.last_name), u.user_id`
              ),
              (rows) => rows.map(presentUser)
            ),
          Effect.orDie
        ),
        isFree: Effect.fn("Users.isFree")(function* ({ userID }: LoggedInUser, email: string) {
          yield* limiter.take(`emails asked about by ${userID}`, limits.emailCheckPerUser)
          const found = yield* Effect.orDie(
            sql`SELECT FROM users WHERE lower(email) = ${nameText(email).toLowerCase()}`
          )
          return found.length === 0
        })
      })
    })
  )
}
