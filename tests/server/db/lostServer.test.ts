import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "#server/db/Database.ts"
import { isDatabaseUnavailable } from "#server/db/databaseErrors.ts"
import { startCluster, type Cluster } from "../../support/databaseCluster.ts"

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.dispose())

/** Connects to a server only these tests use, because they stop it. */
const layer = () => Database.layer({ kind: "server", url: Redacted.make(cluster.url("postgres")), maxConnections: 4 })

const again = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, { schedule: Schedule.spaced("50 millis"), times: 100 })

describe("a PostgreSQL server that goes away", () => {
  it.live("by being stopped: errors while it is gone, works again afterwards", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE kept (n int PRIMARY KEY)`
      yield* Effect.forEach([1, 2, 3, 4], (n) => sql`INSERT INTO kept VALUES (${n})`, { concurrency: 4 })

      const sleeping = yield* Effect.forkChild(
        Effect.flip(sql.withTransaction(Effect.andThen(sql`INSERT INTO kept VALUES (99)`, sql`SELECT pg_sleep(60)`)))
      )
      yield* again(
        Effect.filterOrFail(
          sql<{ asleep: number }>`SELECT count(*) AS asleep FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'`,
          ([row]) => row?.asleep === 1
        )
      )
      yield* Effect.promise(cluster.stop)
      const inFlight = yield* Fiber.join(sleeping)
      expect(isDatabaseUnavailable(inFlight)).toBe(true)

      const errors = yield* Effect.forEach(
        [sql`SELECT 1`, sql.withTransaction(sql`SELECT 1`), sql`INSERT INTO kept VALUES (5)`],
        Effect.flip,
        { concurrency: "unbounded" }
      )
      expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true])

      yield* Effect.promise(cluster.start)
      expect(yield* again(sql`SELECT n FROM kept ORDER BY n`)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
    }).pipe(Effect.provide(layer()))
  )

  it.live("by closing our connections: the next queries get new ones", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.forEach([1, 2, 3, 4], () => sql`SELECT pg_sleep(0.05)`, { concurrency: 4 })
      yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'postgres'`
      const results = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (n) => again(sql`SELECT ${n}::int AS n`), {
        concurrency: 4
      })
      expect(results.flat().map((row) => row["n"])).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    }).pipe(Effect.provide(layer()))
  )

  it.live("by crashing: both it and we recover", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE crashed (n int PRIMARY KEY)`
      yield* sql`INSERT INTO crashed VALUES (1)`
      const checkpointer = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`
      const [before] = yield* checkpointer
      const [backend] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
      // PostgreSQL treats the death of one process as a crash of all, and restarts.
      process.kill(backend?.pid ?? expect.unreachable(), "SIGKILL")
      const first = yield* Effect.exit(sql`SELECT 1`)
      if (first._tag === "Failure") {
        expect(isDatabaseUnavailable(yield* Effect.flip(first))).toBe(true)
      }
      // It may answer a few queries before it notices. Its restart gives it another checkpointer.
      yield* again(Effect.filterOrFail(checkpointer, ([now]) => now !== undefined && now.pid !== before?.pid))
      expect(yield* again(sql`SELECT n FROM crashed`)).toEqual([{ n: 1 }])
    }).pipe(Effect.provide(layer()))
  )

  it.live("before we start: the layer is built, the query fails", () =>
    Effect.gen(function* () {
      const nobody = Database.layer({ kind: "server", url: Redacted.make("postgres://nobody:x@127.0.0.1:1/none") })
      const error = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`),
          nobody
        )
      )
      expect(error._tag === "SqlError" && isDatabaseUnavailable(error)).toBe(true)
    })
  )

  it.live("differs from a server that refuses us", () =>
    Effect.gen(function* () {
      const url = cluster.url("postgres").replace(/:[^:@/]+@/, ":wrong@")
      const wrong = Database.layer({ kind: "server", url: Redacted.make(url) })
      const error = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`),
          wrong
        )
      )
      expect(error._tag === "SqlError" && error.reason._tag).toBe("AuthenticationError")
      expect(error._tag === "SqlError" && isDatabaseUnavailable(error)).toBe(false)
    })
  )
})
