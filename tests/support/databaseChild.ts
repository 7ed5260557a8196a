/**
 * Lockdesk's database in its own process, so that a test can kill, limit or race it: `node databaseChild.ts <act> <folder or
 * postgres:// address>`. Reports progress line by line on stdout. Runs until its stdin closes, so that it never outlives the
 * test.
 */
import { Cause, Effect, Exit, Predicate, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { writeSync } from "node:fs"
import { Database, type DatabaseConfig } from "#server/db/Database.ts"
import { isDatabaseUnavailable } from "#server/db/databaseErrors.ts"
import { runMigrations } from "#server/db/migrations.ts"

const [act = "", target = ""] = process.argv.slice(2)
const config: DatabaseConfig = target.startsWith("postgres://")
  ? { kind: "server", url: Redacted.make(target) }
  : { kind: "embedded", folder: target }

/** Written immediately, so that a line is true even if the process is killed afterwards. Blocks while the pipe is full. */
const say = (line: string): void => {
  for (;;) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EAGAIN") throw cause
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}

const stdinClosed = Effect.callback<void>((resume) => {
  process.stdin.resume().once("end", () => resume(Effect.void))
})

const complain = (error: SqlError) =>
  Effect.sync(() => say(isDatabaseUnavailable(error) ? "away" : `wrong ${error.message} ${String(error.reason.cause)}`))

/** Four clients commit forever; a commit writes one row in each of two tables, and is reported after it is acknowledged. */
const commit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS entry (id bigserial PRIMARY KEY, filler text)`
  yield* sql`CREATE TABLE IF NOT EXISTS mirror (id bigint PRIMARY KEY)`
  const filler = "x".repeat(2000)
  const one = sql.withTransaction(
    Effect.gen(function* () {
      const [row] = yield* sql<{ readonly id: number }>`INSERT INTO entry (filler) VALUES (${filler}) RETURNING id`
      yield* sql`INSERT INTO mirror (id) VALUES (${row?.id})`
      return row?.id
    })
  )
  const client = Effect.forever(
    Effect.matchEffect(one, {
      onSuccess: (id) => Effect.sync(() => say(`saved ${id}`)),
      // A short pause, so that an unavailable database does not fill the pipe with errors.
      onFailure: (error) => Effect.andThen(complain(error), Effect.sleep("20 millis"))
    })
  )
  yield* Effect.all([client, client, client, client], { concurrency: "unbounded" })
})

const migrateSlowly = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const step = (name: string) =>
    Effect.andThen(sql`SELECT pg_sleep(0.05)`, sql`CREATE TABLE ${sql(name)} (id int PRIMARY KEY)`)
  say("ready")
  const ran = yield* runMigrations({
    "9001_first": step("first"),
    "9002_second": step("second"),
    "9003_third": step("third")
  })
  say(`migrated ${ran.join(",")}`)
})

const acts: Record<
  string,
  Effect.Effect<unknown, unknown, SqlClient.SqlClient | import("@effect/sql-pg").PgClient.PgClient>
> = {
  open: Effect.andThen(
    Effect.sync(() => say("open")),
    Effect.never
  ),
  commit,
  migrate: Effect.andThen(migrateSlowly, Effect.never)
}

const program = Effect.raceFirst(
  (acts[act] ?? Effect.die(new Error(`no act ${act}`))).pipe(Effect.provide(Database.layer(config))),
  stdinClosed
)

const exit = await Effect.runPromiseExit(program)
if (Exit.isFailure(exit)) {
  const error = Cause.squash(exit.cause)
  say(`failed ${Predicate.hasProperty(error, "_tag") ? String(error._tag) : "defect"} ${String(error)}`)
}
process.exit(Exit.isSuccess(exit) ? 0 : 1)
