import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const locks = 2_000
const reveals = 20
const serialOf = (nth: number): string => String(30_000_000 + nth)

// Read statistics are per connection, and only the embedded database has a single one.
describe.each(homes.filter(({ name }) => name === "embedded"))("a reveal in a large company, on $name", (home) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { companyID } = yield* makeCompany("acme")
        const facilityID = yield* makeFacility(companyID, "Maple St")
        for (let nth = 0; nth < reveals; nth++) {
          yield* makeLock({
            companyID,
            facilityID,
            serial: serialOf(nth),
            code: "0042",
            status: LockStatus.id.Available
          })
        }
        yield* sql`
          INSERT INTO locks (company_id, facility_id, serial, status, color, sealed, updated_at)
          SELECT ${companyID}, ${facilityID}, (30000000 + i)::text, 1001, 0, ''::bytea, now()
          FROM generate_series(${reveals}::int, ${locks}::int) i`
      })
    )
  })
  afterAll(() => server.close())

  const rowsRead = () =>
    server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`SELECT pg_stat_force_next_flush()`
        const [row] = yield* sql<{ n: number }>`
          SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_user_tables WHERE relname = 'locks'`
        return row?.n ?? 0
      })
    )

  it("reads only its own lock", async () => {
    const token = await server.enter("acme", Role.id.Owner)
    const before = await rowsRead()
    for (let nth = 0; nth < reveals; nth++) {
      const body = { serialCode: serialOf(nth), reason: "Tenant requested code" }
      const { status } = await server.fetch("/api/locks/reveal-unlock-code", { method: "POST", token, body })
      expect(status).toBe(200)
    }
    const read = (await rowsRead()) - before
    expect(read).toBeGreaterThanOrEqual(reveals)
    expect(read).toBeLessThanOrEqual(2 * reveals)
  })
})
