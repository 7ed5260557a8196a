import { PgClient } from "@effect/sql-pg"
import { describe, expect, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isDatabaseUnavailable } from "#server/db/databaseErrors.ts"
import { busyFor, homes } from "../../support/databases.ts"

const numbers = (sql: SqlClient, table: string) =>
  Effect.map(sql<{ readonly n: number }>`SELECT n FROM ${sql(table)} ORDER BY n`, (rows) => rows.map(({ n }) => n))

/** Runs a statement, and signals when it has been sent. */
const underWay = <A, E, R>(statement: Effect.Effect<A, E, R>, sent: Deferred.Deferred<void>) =>
  Effect.all([statement, Effect.andThen(Effect.yieldNow, Deferred.succeed(sent, undefined))], { concurrency: 2 })

describe.each(homes)("transactions in $name", (home) => {
  layer(home.layer)((it) => {
    const table = Effect.fnUntraced(function* (name: string) {
      const sql = yield* PgClient.PgClient
      yield* sql`CREATE TABLE ${sql(name)} (n int PRIMARY KEY CHECK (n < 1000))`
      return { sql, add: (n: number) => sql`INSERT INTO ${sql(name)} VALUES (${n})`, all: numbers(sql, name) }
    })

    it.effect("keep all or nothing", () =>
      Effect.gen(function* () {
        const { sql, add, all } = yield* table("whole")
        yield* sql.withTransaction(Effect.andThen(add(1), add(2)))
        const failed = yield* Effect.exit(sql.withTransaction(Effect.andThen(add(3), add(1))))
        expect(Exit.isFailure(failed)).toBe(true)
        expect(yield* Effect.exit(sql.withTransaction(Effect.andThen(add(4), Effect.fail("own"))))).toEqual(
          Exit.fail("own")
        )
        expect(yield* all).toEqual([1, 2])
      })
    )

    it.effect("nest: an inner one fails alone", () =>
      Effect.gen(function* () {
        const { sql, add, all } = yield* table("nested")
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* add(1)
            yield* Effect.exit(sql.withTransaction(Effect.andThen(add(2), add(1))))
            yield* sql.withTransaction(Effect.andThen(add(3), Effect.exit(sql.withTransaction(add(5000)))))
          })
        )
        expect(yield* all).toEqual([1, 3])
      })
    )

    it.effect("are invisible to others until they end", () =>
      Effect.gen(function* () {
        const { sql, add, all } = yield* table("unseen")
        const inserted = yield* Deferred.make<void>()
        const go = yield* Deferred.make<void>()
        const writer = yield* Effect.forkChild(
          sql.withTransaction(
            add(1).pipe(Effect.andThen(Deferred.succeed(inserted, undefined)), Effect.andThen(Deferred.await(go)))
          )
        )
        yield* Deferred.await(inserted)
        const reader = yield* Effect.forkChild(all)
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(writer)
        // With one connection the reader waits for the writer; with several it doesn't. It never sees half of the transaction.
        expect([[], [1]]).toContainEqual(yield* Fiber.join(reader))
        expect(yield* all).toEqual([1])
      })
    )

    it.effect("that are interrupted leave nothing behind, and the database usable", () =>
      Effect.gen(function* () {
        const { sql, add, all } = yield* table("interrupted")
        for (let round = 0; round < 5; round++) {
          const inserted = yield* Deferred.make<void>()
          const fiber = yield* Effect.forkChild(
            sql.withTransaction(Effect.andThen(add(1), underWay(busyFor(sql, 300), inserted)))
          )
          yield* Deferred.await(inserted)
          yield* Fiber.interrupt(fiber)
          expect(yield* all).toEqual([])
        }
        yield* add(7)
        expect(yield* all).toEqual([7])
      })
    )

    it.effect("that are interrupted in an unstoppable statement do not leak into the next session", () =>
      Effect.gen(function* () {
        const { sql, add, all } = yield* table("stuck")
        const inserted = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(
          sql.withTransaction(
            sql`SET TIME ZONE 'Asia/Tokyo'`.pipe(
              Effect.andThen(add(1)),
              // Longer than the 5 s the driver waits for an interrupted statement before it drops the connection. The embedded
              // engine can't stop a statement midway.
              Effect.andThen(underWay(busyFor(sql, 5500), inserted))
            )
          )
        )
        yield* Deferred.await(inserted)
        yield* Fiber.interrupt(fiber)
        expect(yield* all).toEqual([])
        yield* add(2)
        yield* Effect.exit(sql.withTransaction(Effect.andThen(add(3), Effect.fail("own"))))
        expect(yield* all).toEqual([2])
        expect(yield* sql`SELECT current_setting('TimeZone') AS zone`).toEqual([{ zone: "UTC" }])
      })
    )

    it.effect("of many concurrent clients each get their own answers", () =>
      Effect.gen(function* () {
        const { sql, all } = yield* table("many")
        const answers = yield* Effect.forEach(
          Array.from({ length: 300 }, (_, n) => n),
          (n) => {
            if (n % 3 === 0) return Effect.map(sql<{ same: number }>`SELECT ${n}::int AS same`, ([row]) => row?.same)
            const add = sql<{ n: number }>`INSERT INTO many VALUES (${n}) RETURNING n`
            return Effect.map(n % 3 === 1 ? add : sql.withTransaction(add), ([row]) => row?.n)
          },
          { concurrency: 50 }
        )
        expect(answers).toEqual(Array.from({ length: 300 }, (_, n) => n))
        expect((yield* all).length).toBe(200)
      })
    )

    it.effect("with failing statements do not affect others", () =>
      Effect.gen(function* () {
        const { sql, add } = yield* table("neighbours")
        const exits = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, n) => n),
          (n) =>
            Effect.exit(
              n % 4 === 0 ? sql`SELECT nonsense` : n % 4 === 1 ? add(5000) : n % 4 === 2 ? add(n) : sql`SELECT 1`
            ),
          { concurrency: "unbounded" }
        )
        expect(exits.map(Exit.isSuccess)).toEqual(Array.from({ length: 60 }, (_, n) => n % 4 >= 2))
      })
    )

    it.effect("report what was wrong", () =>
      Effect.gen(function* () {
        const { sql, add } = yield* table("wrong")
        yield* add(1)
        const twice = yield* Effect.flip(add(1))
        expect(twice.reason).toMatchObject({ _tag: "UniqueViolation", constraint: "wrong_pkey" })
        expect((yield* Effect.flip(add(5000))).reason._tag).toBe("ConstraintError")
        expect((yield* Effect.flip(sql`SELEKT 1`)).reason._tag).toBe("SqlSyntaxError")
        expect((yield* Effect.flip(sql`SELECT * FROM no_such_table`)).reason._tag).toBe("SqlSyntaxError")
        const divided = yield* Effect.flip(sql`SELECT 1 / 0`)
        expect(String(divided.reason.cause)).toContain("division by zero")
        for (const error of [twice, divided]) expect(isDatabaseUnavailable(error)).toBe(false)
      })
    )

    it.effect("that fail for lack of space or time are reported as unavailable", () =>
      Effect.gen(function* () {
        const { sql } = yield* table("unavailable")
        for (const state of ["53100", "53200", "53300", "57P01", "57P03", "58030"]) {
          yield* sql`CREATE OR REPLACE FUNCTION refuse() RETURNS void LANGUAGE plpgsql AS ${sql.literal(
            `$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`
          )}`
          expect([state, isDatabaseUnavailable(yield* Effect.flip(sql`SELECT refuse()`))]).toEqual([state, true])
        }
      })
    )

    it.effect("with a defect inside fail with that defect, and leave the database usable", () =>
      Effect.gen(function* () {
        const { sql } = yield* table("defect")
        const exit = yield* Effect.exit(sql.withTransaction(Effect.die("broken")))
        expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
        expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
      })
    )
  })
})
