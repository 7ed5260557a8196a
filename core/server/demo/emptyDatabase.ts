import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"

/** The database already has a company, so no data is added. */
export class DatabaseNotEmpty extends Schema.TaggedError<DatabaseNotEmpty>()("DatabaseNotEmpty", {}) {
  override get message(): string {
    return "The database is not empty. Demonstration data goes into an empty one only: choose another data folder or database."
  }
}

/** Whether there is no company yet. */
export const isEmptyDatabase: Effect.Effect<boolean, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ empty: boolean }>`SELECT NOT EXISTS (SELECT FROM companies) AS empty`
  return found?.empty ?? false
})

/** "firstrun" in ASCII as a number: the advisory lock for filling an empty database. */
const firstRunLock = "7379555304623732078"

/**
 * Runs an effect in one transaction as the only one that fills the database: if servers start together on an empty one, the
 * second waits and finds it filled.
 */
export const alone = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.andThen(sql`SELECT pg_advisory_xact_lock(${firstRunLock}::int8)`, effect))
  )
