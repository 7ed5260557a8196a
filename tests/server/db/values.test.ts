import { PgClient } from "@effect/sql-pg"
import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { homes } from "../../support/databases.ts"

describe.each(homes)("values in $name", (home) => {
  layer(home.layer)((it) => {
    it.effect("are decoded to the JavaScript values the server expects", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const [row] = yield* sql`SELECT
          7::int2 AS small, -2147483648 AS normal, 4294967296 AS big, -4294967297 AS negative,
          9007199254740991 AS last_safe, -9007199254740991 AS first_safe,
          9007199254740992 AS beyond, -9007199254740993 AS before,
          (SELECT count(*) FROM generate_series(1, 3)) AS counted, 1.5::float8 AS float, 1.50::numeric AS numeric,
          true AS yes, 'Ünit 12 🔒' AS text, NULL::text AS nothing, '2026-02-28'::date AS day,
          '2026-02-28 23:59:59.999+00'::timestamptz AS instant, '\\x00ff10'::bytea AS bytes,
          '{"a": [1, null, "x"]}'::jsonb AS json, ARRAY['a', NULL, 'c,"d'] AS texts, '{}'::text[] AS no_texts,
          ARRAY[1, 9007199254740993]::int8[] AS bigs, '0f8fad5b-d9cb-469f-a165-70867728950e'::uuid AS uuid`
        expect(row).toEqual({
          small: 7,
          normal: -2147483648,
          big: 4294967296,
          negative: -4294967297,
          last_safe: Number.MAX_SAFE_INTEGER,
          first_safe: Number.MIN_SAFE_INTEGER,
          beyond: 9007199254740992n,
          before: -9007199254740993n,
          counted: 3,
          float: 1.5,
          numeric: "1.50",
          yes: true,
          text: "Ünit 12 🔒",
          nothing: null,
          day: "2026-02-28",
          instant: new Date("2026-02-28T23:59:59.999Z"),
          bytes: Uint8Array.of(0, 255, 16),
          json: { a: [1, null, "x"] },
          texts: ["a", null, 'c,"d'],
          no_texts: [],
          bigs: [1, 9007199254740993n],
          uuid: "0f8fad5b-d9cb-469f-a165-70867728950e"
        })
      })
    )

    it.effect("are read back as they were stored", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`CREATE TABLE stored (
          id bigserial PRIMARY KEY, whole int8, real float8, flag boolean, words text, at timestamptz, raw bytea,
          doc jsonb, tags text[], numbers int8[])`
        const values = [
          {
            whole: 42,
            real: 0.1,
            flag: false,
            words: 'O\'Brien \\ "quoted"\nnext line',
            at: new Date("1999-12-31T23:59:59.123Z"),
            raw: Uint8Array.from({ length: 256 }, (_, index) => index),
            doc: { nested: { list: [1, "two", null, true] } },
            tags: ["a", "", "with,comma", "ü"],
            numbers: [1, 2, 3]
          },
          {
            whole: Number.MAX_SAFE_INTEGER,
            real: -1e300,
            flag: true,
            words: "",
            at: new Date(0),
            raw: new Uint8Array(0),
            doc: [],
            tags: [],
            numbers: [2 ** 40, -(2 ** 40)]
          },
          {
            whole: -1,
            real: null,
            flag: null,
            words: null,
            at: null,
            raw: null,
            doc: "just text",
            tags: null,
            numbers: null
          }
        ]
        for (const value of values) {
          yield* sql`INSERT INTO stored (whole, real, flag, words, at, raw, doc, tags, numbers) VALUES (${value.whole},
            ${value.real}, ${value.flag}, ${value.words}, ${value.at}, ${value.raw}, ${sql.json(value.doc)},
            ${value.tags}, ${value.numbers})`
        }
        const rows = yield* sql`SELECT whole, real, flag, words, at, raw, doc, tags, numbers FROM stored ORDER BY id`
        expect(rows).toEqual(values)
      })
    )

    it.effect("of an ID match a number, a bigint or a text", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`CREATE TABLE identified (id bigint PRIMARY KEY)`
        yield* sql`INSERT INTO identified VALUES (5), (8589934592)`
        expect(yield* sql`SELECT id FROM identified WHERE id = ${5}`).toEqual([{ id: 5 }])
        expect(yield* sql`SELECT id FROM identified WHERE id = ${8589934592}`).toEqual([{ id: 8589934592 }])
        expect(yield* sql`SELECT id FROM identified WHERE id = ${5n}`).toEqual([{ id: 5 }])
        expect(yield* sql`SELECT id FROM identified WHERE id = ${"5"}`).toEqual([{ id: 5 }])
        expect(yield* sql`SELECT id FROM identified WHERE id = ANY(${[5, 6]})`).toEqual([{ id: 5 }])
        expect(yield* sql`SELECT id FROM identified WHERE ${sql.in("id", [5, 8589934592])} ORDER BY id`).toEqual([
          { id: 5 },
          { id: 8589934592 }
        ])
      })
    )

    it.effect("in time zones are all UTC", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        expect(yield* sql`SELECT current_setting('TimeZone') AS zone`).toEqual([{ zone: "UTC" }])
      })
    )

    it.effect("larger than a megabyte pass in both directions", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const large = new Uint8Array(3_000_000).map((_, index) => index % 251)
        const [row] = yield* sql<{ readonly same: Uint8Array }>`SELECT ${large}::bytea AS same`
        expect(Buffer.compare(row?.same ?? new Uint8Array(0), large)).toBe(0)
        const rows = yield* sql`SELECT n, repeat('x', 100) AS filler FROM generate_series(1, 50000) AS n`
        expect(rows.length).toBe(50_000)
      })
    )
  })
})
