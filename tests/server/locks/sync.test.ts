import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLocks } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"

const second = 1000
const minute = 60 * second

describe.each(homes)("the synced list, on $name", (home) => {
  let server: TestServer
  let token = ""
  let company = 0
  const facilities: Array<number> = []
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        company = companyID
        for (const name of ["Maple St", "Oak Ave"]) facilities.push(yield* makeFacility(companyID, name))
        yield* makeLocks(
          Array.from({ length: 33 }, (_, n) => ({
            companyID,
            facilityID: n % 3 === 2 ? null : (facilities[n % 3] ?? null),
            serial: String(10_000_000 + n),
            code: "1234",
            status: 1001 as const,
            active: n !== 32,
            // Many of one moment: a cursor by time alone would leave some out.
            updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n < 20 ? 5 : n))
          }))
        )
      }),
      { clock }
    )
    token = await server.enter("acme", Role.id.Admin, { client: "terminal" })
  })
  afterAll(() => server.close())

  const sql = <A>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
    server.run(Effect.flatMap(SqlClient.SqlClient, use))
  const change = (serial: string, active = true) => {
    const at = new Date(clock.currentTimeMillisUnsafe()).toISOString()
    return sql(
      (sql) => sql`
      UPDATE locks SET color = color + 1, is_active = ${active}, updated_at = ${at}::timestamptz WHERE serial = ${serial}`
    )
  }

  /** A client that follows the contract: `lastPulled` of the piece before, `after` while there is one, merge, drop. */
  const makeClient = (count: number, facilityID?: number) => {
    const held = new Map<number, Lock>()
    let lastPulled: string | undefined
    return {
      held,
      pieces: [] as Array<number>,
      /** The ids of all that came, in order. */
      came: [] as Array<number>,
      serials: () => [...held.values()].map(({ serialCode }) => serialCode).toSorted(),
      async pull(between: () => Promise<unknown> = async () => undefined) {
        let after: string | null | undefined
        do {
          const query: { count: number; lastPulled?: string; after?: string; facilityID?: number } = { count }
          if (lastPulled !== undefined) query.lastPulled = lastPulled
          if (typeof after === "string") query.after = after
          if (facilityID !== undefined) query.facilityID = facilityID
          const piece = await server.call(token, (api) => api.locks.sync({ query }))
          for (const lock of piece.data) {
            if (lock.isActive) held.set(lock.lockID, lock)
            else held.delete(lock.lockID)
          }
          this.pieces.push(piece.data.length)
          this.came.push(...piece.data.map(({ lockID }) => lockID))
          ;({ lastPulled, after } = piece)
          await between()
          expect(this.pieces.length).toBeLessThan(200)
        } while (after !== null)
      }
    }
  }
  const active = async () => {
    const rows = await sql(
      (sql) => sql<{ serial: string }>`
      SELECT serial FROM locks WHERE company_id = ${company} AND is_active ORDER BY serial`
    )
    return rows.map(({ serial }) => serial)
  }

  it.each([1, 7, 10, 32, 33, 1000])("is complete in pieces of %i, nothing twice", async (count) => {
    const client = makeClient(count)
    await client.pull()
    expect(client.serials()).toEqual(await active())
    expect(new Set(client.came).size).toBe(client.came.length)
    expect(Math.max(...client.pieces)).toBeLessThanOrEqual(count)
  })

  it("brings only what has changed since, new, changed and removed", async () => {
    const client = makeClient(10)
    await client.pull()
    clock.advance(minute)
    await client.pull()
    expect(client.pieces.at(-1)).toBe(0)

    await change("10000003")
    await change("10000004", false)
    clock.advance(5 * second)
    await sql(
      (sql) => sql`
      INSERT INTO locks (company_id, facility_id, serial, status, color, sealed, updated_at)
      SELECT company_id, facility_id, '10009999', status, color, sealed,
        ${new Date(clock.currentTimeMillisUnsafe()).toISOString()}::timestamptz
      FROM locks WHERE serial = '10000003'`
    )
    const before = [...client.held.values()].find(({ serialCode }) => serialCode === "10000003")
    await client.pull()
    expect(client.pieces.at(-1)).toBe(3)
    const now = [...client.held.values()].find(({ serialCode }) => serialCode === "10000003")
    expect(now?.color).toBe((before?.color ?? 0) + 1)
    expect(client.serials()).toEqual(await active())
    expect(client.serials()).toContain("10009999")
    expect(client.serials()).not.toContain("10000004")
  })

  it("begins each pull ten seconds before the last one, for what was not committed yet", async () => {
    const client = makeClient(100)
    clock.advance(minute)
    const late = new Date(clock.currentTimeMillisUnsafe() - 8 * second).toISOString()
    await client.pull()
    await sql((sql) => sql`UPDATE locks SET color = 7, updated_at = ${late}::timestamptz WHERE serial = '10000005'`)
    clock.advance(minute)
    await client.pull()
    expect([...client.held.values()].find(({ serialCode }) => serialCode === "10000005")?.color).toBe(7)
  })

  it("loses nothing that changes while it is pulled in pieces, however long that takes", async () => {
    const client = makeClient(10)
    let nth = 0
    await client.pull(async () => {
      clock.advance(20 * second)
      // One that came with the first piece is removed, another changes, after it.
      nth += 1
      if (nth === 1) await change("10000000", false)
      if (nth === 2) await change("10000001")
    })
    clock.advance(minute)
    await client.pull()
    expect(nth).toBeGreaterThan(3)
    expect(client.serials()).toEqual(await active())
    expect(client.serials()).not.toContain("10000000")
  })

  it("is of one facility where one is named", async () => {
    const client = makeClient(4, facilities[0])
    await client.pull()
    const names = new Set([...client.held.values()].map(({ facilityName }) => facilityName))
    expect([...names]).toEqual(["Maple St"])
    expect(client.held.size).toBeGreaterThan(8)
    const nowhere = await server.call(token, (api) => api.locks.sync({ query: { facilityID: 2_147_483_647 } }))
    expect(nowhere.data).toEqual([])
  })

  it.each([
    "lastPulled=yesterday",
    "lastPulled=2026-01-01",
    "lastPulled=2026-99-99T99:99:99Z",
    "after=1",
    "after=1.x",
    "after=9999999999999999.1",
    "after=1.9999999999",
    "count=0",
    "facilityID=x"
  ])("calls %s malformed", async (query) => {
    const answer = await server.fetch(`/api/locks?${query}`, { token })
    expect([answer.status, answer.json]).toMatchObject([400, { code: "Malformed" }])
  })
})
