import type { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { isDatabaseUnavailable } from "./databaseErrors.ts"
import { checkServerVersion, type DatabaseTooOld } from "./serverVersion.ts"
import { migrationList } from "./migrationList.ts"

type Client = SqlClient.SqlClient | PgClient.PgClient

/** One step of the schema: statements over `SqlClient`, run in a transaction that the runner opens. */
export type Migration = Effect.Effect<unknown, SqlError, Client>

/** The schema could not be updated. Steps before the failed one stay, the failed one left no trace. */
export class MigrationError extends Schema.TaggedError<MigrationError>()("MigrationError", {
  migration: Schema.String,
  reason: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return `Migration ${this.migration}: ${this.reason}`
  }
}

/** "Lockdesk" in ASCII, cut to a 63-bit number: the advisory lock for everything that migrates. */
const migrationLock = "5508794285423289195"

/**
 * Runs the migrations of `migrationList` that this database lacks, and returns their names. See `runMigrations`. Fails before
 * the first one if the database server is too old for them.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<string>,
  SqlError | MigrationError | DatabaseTooOld,
  Client
> = Effect.suspend(() => Effect.andThen(checkServerVersion, runMigrations(migrationList)))

/**
 * Runs the migrations of `list` that this database lacks, in order, each in its own transaction together with its row in the
 * table `migration`. Servers that start at the same time take turns step by step, so each step runs once. Fails if the database
 * has a migration this code does not know (it is newer, or from another program), or has a later one than one it lacks.
 */
export const runMigrations = Effect.fnUntraced(function* (
  list: Readonly<Record<string, Migration>>
): Effect.fn.Return<ReadonlyArray<string>, SqlError | MigrationError, Client> {
  const sql = yield* SqlClient.SqlClient
  const names = Object.keys(list).sort()
  for (const name of names) {
    if (!/^\d{4}_\w+$/.test(name))
      return yield* new MigrationError({ migration: name, reason: "the name is not NNNN_subject" })
  }

  /** The migrations the database has, with a lock that keeps the list unchanged until the transaction ends. */
  const lockAndRead = Effect.gen(function* () {
    yield* sql`SELECT pg_advisory_xact_lock(${migrationLock}::int8)`
    yield* sql`CREATE TABLE IF NOT EXISTS migration (
      name text COLLATE "C" PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`
    const rows = yield* sql<{ readonly name: string }>`SELECT name FROM migration ORDER BY name`
    return rows.map((row) => row.name)
  })

  const step = (name: string, migration: Migration) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const had = yield* lockAndRead
        yield* refuseUnknown(had, names)
        if (had.includes(name)) return false
        const later = had.find((other) => other > name)
        if (later !== undefined) {
          return yield* new MigrationError({ migration: name, reason: `is missing, but ${later} has run already` })
        }
        yield* migration
        yield* sql`INSERT INTO migration (name) VALUES (${name})`
        return true
      })
    )

  const had = yield* sql.withTransaction(lockAndRead)
  yield* refuseUnknown(had, names)
  const applied: Array<string> = []
  for (const [name, migration] of Object.entries(list).sort()) {
    if (had.includes(name)) continue
    const ran = yield* step(name, migration).pipe(
      Effect.catchTag("SqlError", (error) =>
        Effect.fail(
          isDatabaseUnavailable(error)
            ? error
            : new MigrationError({ migration: name, reason: sqlReason(error), cause: error })
        )
      )
    )
    if (ran) applied.push(name)
  }
  return applied
})

const refuseUnknown = (
  had: ReadonlyArray<string>,
  known: ReadonlyArray<string>
): Effect.Effect<void, MigrationError> => {
  const unknown = had.find((name) => !known.includes(name))
  return unknown === undefined
    ? Effect.void
    : Effect.fail(
        new MigrationError({
          migration: unknown,
          reason:
            "this database has it, but this version of Lockdesk does not know it. The database belongs to a newer " +
            "version: start that one, or restore a backup from before the upgrade"
        })
      )
}

/** PostgreSQL's own message; the error's message only says that a query failed. */
const sqlReason = (error: SqlError): string =>
  error.reason.cause instanceof Error ? error.reason.cause.message : error.message
