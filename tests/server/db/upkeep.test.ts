import { describe, expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Database } from "#server/db/Database.ts"
import { embedded } from "../../support/databases.ts"

/** Like `home.layer`, but on the test's clock, so that the test can skip thirty seconds. */
const onTestClock = Layer.unwrap(
  Effect.acquireRelease(
    Effect.promise(() => embedded.open()),
    (database) => Effect.promise(database.dispose)
  ).pipe(Effect.map(({ config }) => Layer.orDie(Database.layer(config))))
)

const halfAMinute = TestClock.adjust("30 seconds")

/** Repeats the query until it returns true. Each one queues behind the maintenance statements. */
const eventually = <E, R>(question: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(question, { until: (answer) => answer, times: 500 }).pipe(
    Effect.tap((answer) => Effect.sync(() => expect(answer).toBe(true)))
  )

describe("maintenance of the embedded database", () => {
  layer(onTestClock)((it) => {
    it.effect("truncates its log after it has grown", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const logBytes = Effect.map(
          sql<{ bytes: number }>`
            SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 AS bytes FROM pg_control_checkpoint()`,
          ([row]) => row?.bytes ?? 0
        )
        yield* sql`CREATE TABLE heavy (filler text)`
        yield* sql`INSERT INTO heavy SELECT repeat('x', 1900) FROM generate_series(1, 40000)`
        expect(yield* logBytes).toBeGreaterThan(64 * 1024 * 1024)
        yield* halfAMinute
        yield* eventually(Effect.map(logBytes, (bytes) => bytes < 1024 * 1024))
      })
    )

    it.effect("reuses the space of deleted rows, and updates the statistics", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE emptied (id int PRIMARY KEY, filler text)`
        yield* sql`INSERT INTO emptied SELECT n, repeat('x', 500) FROM generate_series(1, 5000) AS n`
        yield* sql`DELETE FROM emptied WHERE id > 10`
        yield* sql`SELECT pg_stat_force_next_flush()`
        const pages = Effect.map(
          sql<{ pages: number }>`SELECT pg_relation_size('emptied') AS pages`,
          ([row]) => row?.pages ?? 0
        )
        const before = yield* pages
        // Each round handles one table, and the previous test's larger one comes first.
        yield* eventually(
          Effect.andThen(
            halfAMinute,
            Effect.map(pages, (now) => now < before / 10)
          )
        )
        expect(yield* sql`SELECT reltuples::int FROM pg_class WHERE relname = 'emptied'`).toEqual([{ reltuples: 10 }])
      })
    )

    it.effect("updates the statistics of a table that was filled before a restart lost its counters", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE filled (id int)`
        yield* sql`INSERT INTO filled SELECT generate_series(1, 5000)`
        yield* sql`SELECT pg_stat_force_next_flush()`
        yield* sql`SELECT pg_stat_reset()`
        const rows = Effect.map(
          sql<{ rows: number }>`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'filled'`,
          ([row]) => row?.rows
        )
        yield* eventually(
          Effect.andThen(
            halfAMinute,
            Effect.map(rows, (now) => now === 5000)
          )
        )
      })
    )
  })
})
