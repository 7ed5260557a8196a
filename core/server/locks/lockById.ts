import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { lockJoins, lockJson } from "./lockSql.ts"

/** A lock of the user's company as the user sees it, read in the current transaction. */
export const lockById = (sql: SqlClient.SqlClient, user: LoggedInUser, lockID: LockId): Effect.Effect<Lock, SqlError> =>
  Effect.flatMap(
    sql<{ json: Lock }>`
      SELECT ${lockJson(sql, user)} AS json FROM locks l ${lockJoins(sql)}
      WHERE l.lock_id = ${lockID} AND l.company_id = ${user.companyID}`,
    ([row]) =>
      row === undefined
        ? Effect.die(new Error(`lock ${lockID} is gone inside its own transaction`))
        : Effect.succeed(row.json)
  )
