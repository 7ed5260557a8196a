import { Data, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { DryRun } from "#core/auth/DryRun.ts"

/** Carries the result of a transaction out of its rollback. */
class RolledBack extends Data.TaggedError("RolledBack")<{ readonly value: unknown }> {}

/**
 * Runs something in a transaction, rolls it back, and returns its result. Anything registered with `afterCommit` (live events,
 * waking workers) never runs.
 */
export const rolledBack =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    sql
      .withTransaction(Effect.flatMap(effect, (value) => Effect.fail(new RolledBack({ value }))))
      .pipe(
        Effect.catch((error): Effect.Effect<A, E | SqlError> =>
          error instanceof RolledBack ? Effect.succeed(error.value as A) : Effect.fail(error)
        )
      )

/** A transaction that is rolled back in a dry run: for calls with dry-run mode `parts`. */
export const transaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.flatMap(DryRun, (dryRun) => (dryRun ? rolledBack(sql)(effect) : sql.withTransaction(effect)))

/** The same at the edge of a call, where an unavailable database is not one of the declared failures. */
export const rolledBackCall =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError>, R> =>
    rolledBack(sql)(effect).pipe(
      Effect.catch((error) => (isSqlError(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, SqlError>)))
    )
