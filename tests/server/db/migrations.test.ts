import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "#server/db/Database.ts"
import { MigrationError, migrate, runMigrations, type Migration } from "#server/db/migrations.ts"
import { migrationList } from "#server/db/migrationList.ts"
import { startChild } from "../../support/databaseChildProcess.ts"
import { homes, postgres } from "../../support/databases.ts"

const create = (name: string): Migration =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE ${sql(name)} (id int PRIMARY KEY)`)

const broken: Migration = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(sql`CREATE TABLE half (id int)`, sql`CREATE TABLE half (id int)`)
)

const tables = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    (rows) => rows.map(({ name }) => name)
  )
)

describe.each(homes)("migrations in $name", (home) => {
  const empty = Effect.acquireRelease(
    Effect.promise(() => home.open("empty")),
    (database) => Effect.promise(database.dispose)
  ).pipe(Effect.map(({ config }) => Database.layer(config)))

  it.live("run in order, once, even across several starts", () =>
    Effect.gen(function* () {
      const database = yield* empty
      yield* Effect.gen(function* () {
        expect(yield* runMigrations({ "0002_b": create("b"), "0001_a": create("a") })).toEqual(["0001_a", "0002_b"])
        expect(yield* runMigrations({ "0001_a": create("a"), "0002_b": create("b") })).toEqual([])
        const more = { "0001_a": create("a"), "0002_b": create("b"), "0003_c": create("c") }
        expect(yield* runMigrations(more)).toEqual(["0003_c"])
        expect(yield* tables).toEqual(["a", "b", "c", "migration"])
      }).pipe(Effect.provide(database))
    })
  )

  it.live("that fail leave no trace, keep the earlier ones, and can be run again", () =>
    Effect.gen(function* () {
      const database = yield* empty
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(
          runMigrations({ "0001_a": create("a"), "0002_half": broken, "0003_c": create("c") })
        )
        expect(error).toBeInstanceOf(MigrationError)
        expect(error.message).toBe('Migration 0002_half: relation "half" already exists')
        expect(yield* tables).toEqual(["a", "migration"])
        expect(yield* runMigrations({ "0001_a": create("a"), "0002_half": create("half") })).toEqual(["0002_half"])
      }).pipe(Effect.provide(database))
    })
  )

  it.live("refuse a database newer than the code, one that lacks an earlier step, and invalid names", () =>
    Effect.gen(function* () {
      const database = yield* empty
      yield* Effect.gen(function* () {
        yield* runMigrations({ "0002_b": create("b") })
        const newer = yield* Effect.flip(runMigrations({}))
        expect(newer.message).toContain("0002_b")
        expect(newer.message).toContain("belongs to a newer version")
        const lacking = yield* Effect.flip(runMigrations({ "0001_a": create("a"), "0002_b": create("b") }))
        expect(lacking.message).toContain("0001_a: is missing, but 0002_b has run already")
        const odd = yield* Effect.flip(runMigrations({ first: create("a"), "0002_b": create("b") }))
        expect(odd.message).toContain("NNNN_subject")
        expect(yield* tables).toEqual(["b", "migration"])
      }).pipe(Effect.provide(database))
    })
  )

  it.live("keep API keys that shared a name before names were unique", () =>
    Effect.gen(function* () {
      const database = yield* empty
      yield* Effect.gen(function* () {
        const before = Object.entries(migrationList).filter(([name]) => name < "0115")
        yield* runMigrations(Object.fromEntries(before))
        const sql = yield* SqlClient.SqlClient
        const at = "2026-11-01T00:00:00Z"
        const names = ["Gate sync", "gate  SYNC", "Übersicht", "GATE SYNC"]
        yield* sql`INSERT INTO companies (company_id, name, data_key, created_at) VALUES (1, 'Acme', '', ${at})`
        for (const [nth, name] of names.entries()) {
          yield* sql`INSERT INTO users (user_id, company_id, email, first_name, last_name, role_id, created_at)
            VALUES (${nth + 1}, 1, ${`${nth}@example.com`}, 'API key', ${name}, 2, ${at})`
          yield* sql`INSERT INTO api_keys (company_id, user_id, public_key, name, all_facilities, areas, may_reveal, is_active,
              created_by, created_at, revoked_at)
            VALUES (1, ${nth + 1}, ${`key${nth}`}, ${name}, true, '{}', false, true, 1, ${at},
              ${nth === 0 ? at : null}::timestamptz)`
        }
        yield* migrate
        const rows = yield* sql<{ name: string; key: string | null }>`
          SELECT name, name_key AS key FROM api_keys ORDER BY api_key_id`
        expect(rows.map(({ name }) => name)).toEqual(names)
        // The first was revoked, so the second has the name, and the fourth keeps its own beside it.
        expect(rows.map(({ key }) => key)).toEqual([null, "gate sync", "übersicht", null])
      }).pipe(Effect.provide(database))
    })
  )

  it.live("of this version are all in a test database", () =>
    Effect.gen(function* () {
      expect(yield* migrate).toEqual([])
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly name: string }>`SELECT name FROM migration ORDER BY name`
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrationList).sort())
    }).pipe(Effect.provide(home.layer))
  )
})

it("servers that start together on one database run each migration once", async () => {
  const { config, dispose } = await postgres.open("empty")
  const url = config.kind === "server" ? Redacted.value(config.url) : ""
  const children = await Promise.all([1, 2, 3].map(() => startChild("migrate", url)))
  const isDone = (line: string) => /^(migrated|failed)/.test(line)
  await Promise.all(children.map((child) => child.until((lines) => lines.some(isDone))))
  const done = children.flatMap((child) => child.lines.filter(isDone))
  const ran = done.flatMap((line) => line.replace("migrated ", "").split(",")).filter((name) => name !== "")
  expect(ran.sort()).toEqual(["9001_first", "9002_second", "9003_third"])
  await Promise.all(children.map((child) => child.leave()))
  await dispose()
})
