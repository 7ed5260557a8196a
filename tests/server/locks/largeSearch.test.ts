import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { FoundLocks } from "#core/locks/LocksApi.ts"
import { unitHas } from "#server/locks/unitSql.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** Locks of three companies, interleaved: of every hundred, one belongs to the small company and four to the middle one. */
const count = 21_200
const companyOf = (nth: number): "large" | "middle" | "small" =>
  nth % 100 === 0 ? "small" : nth % 100 < 5 ? "middle" : "large"
const serialOf = (nth: number): string => String(40_000_000 + nth * 7)
const unitOf = (nth: number): string => `B-${nth % 700}`

// Large companies use different indexes for text search than small and medium ones (lockSearchSql.ts).
describe.each(homes)("part of a serial code or unit, on $name", (home) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const large = yield* makeCompany("large")
        const middle = yield* makeCompany("middle")
        const small = yield* makeCompany("small")
        yield* sql`
          INSERT INTO locks (company_id, serial, status, unit, color, sealed, updated_at)
          SELECT CASE WHEN i % 100 = 0 THEN ${small.companyID}::int WHEN i % 100 < 5 THEN ${middle.companyID}::int ELSE ${large.companyID}::int END,
            (40000000 + i * 7)::text, 1001, 'B-' || i % 700, 0, ''::bytea, now()
          FROM generate_series(0, ${count - 1}::int) i`
      })
    )
  })
  afterAll(() => server.close())

  it("reads a unit without spaces and hyphens from the trigram index", async () => {
    const plan = await server.sql((sql) =>
      sql.withTransaction(
        Effect.andThen(
          sql`SET LOCAL enable_seqscan = off`,
          sql`EXPLAIN SELECT FROM locks l WHERE ${unitHas(sql, "b690")}`
        )
      )
    )
    expect(JSON.stringify(plan)).toContain("locks_unit_part")
  })

  const all = Array.from({ length: count }, (_, nth) => nth)
  const texts = [
    "4",
    "40",
    "400",
    "4000",
    "40001",
    "400012",
    "40001211",
    "B-12",
    "b-123",
    "-1",
    "99",
    "999",
    "41400",
    "b12",
    "b690"
  ]

  it.each(["large", "middle", "small"])("is found in the %s company, and in no other", async (company) => {
    const token = await server.enter(company, Role.id.Admin)
    for (const text of texts) {
      const has = (nth: number) =>
        (/^\d{8}$/.test(text) ? serialOf(nth) === text : serialOf(nth).includes(text)) ||
        unitOf(nth).toLowerCase().includes(text.toLowerCase()) ||
        unitOf(nth).toLowerCase().replace("-", "").includes(text.toLowerCase())
      const expected = all.filter((nth) => companyOf(nth) === company && has(nth)).map(serialOf)
      const query = `filter=${encodeURIComponent(`text=${text}`)}&count=50&page=1`
      const { json } = await server.fetch(`/api/locks/search?${query}`, { token })
      const { data, totalCount } = json as typeof FoundLocks.Type
      expect([text, totalCount]).toEqual([text, expected.length])
      expect(data.map(({ serialCode }) => serialCode)).toEqual(expected.slice(0, 50))
    }
  })
})
