import { describe, expect, it } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Database } from "#server/db/Database.ts"
import { busyFor, embedded, homes } from "../../support/databases.ts"

/** Opens the database in a scope that the test closes itself. */
const openIn = Effect.fnUntraced(function* (home: (typeof homes)[number]) {
  const { config, dispose } = yield* Effect.promise(() => home.open())
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const scope = yield* Scope.make()
  const services = yield* Layer.buildWithScope(Database.layer(config), scope)
  const sql = Context.get(services, SqlClient.SqlClient)
  // Opens the connection, so that the next query is sent immediately.
  yield* sql`SELECT 1`
  return { config, scope, sql }
})

describe.each(homes)("closing the database in $name", (home) => {
  it.live("waits for a running query", () =>
    Effect.gen(function* () {
      const { scope, sql } = yield* openIn(home)
      const query = yield* Effect.forkDetach(busyFor(sql, 500), { startImmediately: true })
      const [time] = yield* Effect.timed(Scope.close(scope, Exit.void))
      expect(Duration.toMillis(time)).toBeGreaterThan(400)
      expect(yield* Fiber.join(query)).toEqual([])
    })
  )

  it.live("does not wait for a query that never ends", () =>
    Effect.gen(function* () {
      const { config, scope, sql } = yield* openIn(home)
      const query = yield* Effect.forkDetach(busyFor(sql, 3_600_000), { startImmediately: true })
      const [time] = yield* Effect.timed(Scope.close(scope, Exit.void))
      expect(Duration.toSeconds(time)).toBeGreaterThan(4.5)
      expect(Duration.toSeconds(time)).toBeLessThan(15)
      if (config.kind === "embedded") expect(Exit.isFailure(yield* Fiber.await(query))).toBe(true)
      yield* Effect.forkDetach(Fiber.interrupt(query))
      expect(
        yield* Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (again) => again`SELECT 1 AS one`),
          Database.layer(config)
        )
      ).toEqual([{ one: 1 }])
    }).pipe(Effect.timeout("30 seconds"))
  )
})

it.live("closing the embedded database leaves nothing to replay", () =>
  Effect.gen(function* () {
    const { config, scope, sql } = yield* openIn(embedded)
    const control = join(config.kind === "embedded" ? config.folder : "", "database/global/pg_control")
    /** `DBState` of PostgreSQL's control file (src/include/catalog/pg_control.h): 1 shut down, 6 in production. */
    const state = () => readFileSync(control).readInt32LE(16)
    yield* sql`CREATE TABLE written (n int)`
    expect(state()).toBe(6)
    yield* Scope.close(scope, Exit.void)
    expect(state()).toBe(1)
  })
)
