import { PgClient } from "@effect/sql-pg"
import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError } from "effect/sql/SqlError"
import { existsSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Database } from "#server/db/Database.ts"
import { EmbeddedDatabaseFailed, isDatabaseUnavailable } from "#server/db/databaseErrors.ts"
import { proveDurable } from "#server/db/durabilityCanary.ts"
import { openDurablePglite } from "#server/db/durablePglite.ts"
import { simpleQuery } from "#server/db/wireMessages.ts"
import { embedded } from "../../support/databases.ts"

/** A fresh embedded database and its folder. */
const opened = Effect.acquireRelease(
  Effect.promise(() => embedded.open()),
  (database) => Effect.promise(database.dispose)
).pipe(Effect.map(({ config }) => ({ config, folder: config.kind === "embedded" ? config.folder : "" })))

const ended = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  return isSqlError(error)
    ? isDatabaseUnavailable(error)
      ? "unavailable"
      : error.message
    : Exit.isSuccess(exit)
      ? "done"
      : error
}

describe("an embedded database that stops unexpectedly", () => {
  it.live.each(["database/pg_wal", "database"])(
    "because %s is missing: fails running queries, is unavailable, and recovers completely",
    (part) =>
      Effect.gen(function* () {
        const { config, folder } = yield* opened
        const [log, aside] = [join(folder, part), join(folder, "aside")]
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE kept (n int PRIMARY KEY, filler text)`
          const fill = (first: number) =>
            sql`INSERT INTO kept SELECT n, repeat('x', 2000) FROM generate_series(${first}::int, ${first + 20_000}::int) AS n`

          yield* sql`INSERT INTO kept VALUES (1, 'acknowledged')`

          // Without the directory, PostgreSQL can't start the next log segment, so it panics in the middle of the transactions.
          renameSync(log, aside)
          const switched = sql`SELECT pg_switch_wal()::text, pg_logical_emit_message(true, 'test', 'x')::text`
          const lost = yield* Effect.forEach(
            [sql.withTransaction(Effect.andThen(fill(1000), switched)), fill(30_000), switched, switched, fill(60_000)],
            Effect.exit,
            { concurrency: "unbounded" }
          )
          expect(lost.map(ended)).toEqual(lost.map(() => "unavailable"))
          for (let attempt = 0; attempt < 5; attempt++) {
            expect(ended(yield* Effect.exit(sql`SELECT 1`))).toBe("unavailable")
            expect(ended(yield* Effect.exit(sql.withTransaction(sql`SELECT 1`)))).toBe("unavailable")
          }

          expect(existsSync(log)).toBe(false)
          renameSync(aside, log)
          const rows = yield* Effect.retry(sql`SELECT n, filler FROM kept`, {
            while: isDatabaseUnavailable,
            schedule: Schedule.spaced("50 millis"),
            times: 100
          })
          expect(rows).toEqual([{ n: 1, filler: "acknowledged" }])
          yield* fill(1000)
          expect(yield* sql`SELECT count(*) FROM kept`).toEqual([{ count: 20_002 }])
        }).pipe(Effect.provide(Database.layer(config)))
      })
  )

  it.live("refuses to start on a folder with other contents, and says so", () =>
    Effect.gen(function* () {
      const { config, folder } = yield* opened
      renameSync(join(folder, "database/PG_VERSION"), join(folder, "database/OTHER"))
      const error = yield* Effect.flip(Effect.provide(SqlClient.SqlClient, Database.layer(config)))
      expect(error).toBeInstanceOf(EmbeddedDatabaseFailed)
      expect(error.message).toContain("is not a database")
    })
  )

  it("refuses to start when a commit is acknowledged before it is on disk", async () => {
    const { config, dispose } = await embedded.open()
    const folder = config.kind === "embedded" ? config.folder : ""
    const engine = await openDurablePglite(join(folder, "database"), (reason) => expect.unreachable(reason))
    proveDurable(engine)
    engine.execute(simpleQuery("SET synchronous_commit = off"))
    expect(() => proveDurable(engine)).toThrow("a power cut would lose data")
    await engine.close()
    await dispose()
  })

  it.live("refuses to start on damaged files, with PostgreSQL's message", () =>
    Effect.gen(function* () {
      const { config, folder } = yield* opened
      writeFileSync(join(folder, "database/global/pg_control"), "damaged")
      const error = yield* Effect.flip(Effect.provide(SqlClient.SqlClient, Database.layer(config)))
      expect(error).toBeInstanceOf(EmbeddedDatabaseFailed)
      expect(error.message).toContain("pg_control")
    })
  )

  it.live("refuses LISTEN, which would keep its only connection", () =>
    Effect.gen(function* () {
      const { config } = yield* opened
      const error = yield* Effect.scoped(
        Effect.flip(Effect.flatMap(PgClient.PgClient, (sql) => sql.listen("events")))
      ).pipe(Effect.provide(Database.layer(config)))
      expect(error.message).toContain("not by LISTEN")
    })
  )
})
