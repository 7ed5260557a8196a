import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { homes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLocks } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"

const second = 1000
const minute = 60 * second

describe.each(homes)("the synced list, on $name", (home) => {
  let server: TestServer
  let token = ""
  let company: CompanyId
  let other: CompanyId
  const facilities: Array<FacilityId> = []
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        company = companyID
        ;({ companyID: other } = yield* makeCompany("other"))
        for (const name of ["Maple St", "Oak Ave"]) facilities.push(yield* makeFacility(companyID, name))
        yield* makeLocks(
          Array.from({ length: 33 }, (_, n) => ({
            companyID,
            facilityID: n % 3 === 2 ? null : (facilities[n % 3] ?? null),
            serial: String(10_000_000 + n),
            code: "1234",
            status: 1001 as const,
            active: n !== 32,
            // Many share a timestamp, so a cursor by time alone would skip some.
            updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n < 20 ? 5 : n))
          }))
        )
      }),
      { clock }
    )
    token = await server.enter("acme", Role.id.Admin, { client: "terminal" })
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const change = (serial: string, active = true) => {
    const at = new Date(clock.currentTimeMillisUnsafe()).toISOString()
    return sql(
      (sql) => sql`
      UPDATE locks SET color = color + 1, is_active = ${active}, updated_at = ${at}::timestamptz WHERE serial = ${serial}`
    )
  }

  /** A client that follows the contract: sends the previous `lastPulled`, `after` while there is one, merges and drops. */
  const makeClient = (count: number, facilityID?: FacilityId, as = () => token) => {
    const held = new Map<number, Lock>()
    let lastPulled: string | undefined
    return {
      held,
      pieces: [] as Array<number>,
      /** All received IDs in order. */
      came: [] as Array<number>,
      gone: [] as Array<number>,
      serials: () => [...held.values()].map(({ serialCode }) => serialCode).toSorted(),
      async pull(between: () => Promise<unknown> = async () => undefined) {
        let after: string | null | undefined
        do {
          const query: { count: number; lastPulled?: string; after?: string; facilityID?: FacilityId } = { count }
          if (lastPulled !== undefined) query.lastPulled = lastPulled
          if (typeof after === "string") query.after = after
          if (facilityID !== undefined) query.facilityID = facilityID
          const piece = await server.call(as(), (api) => api.locks.sync({ query }))
          for (const lock of piece.data) {
            if (lock.isActive) held.set(lock.lockID, lock)
            else held.delete(lock.lockID)
          }
          for (const id of piece.gone) held.delete(id)
          this.gone.push(...piece.gone)
          this.pieces.push(piece.data.length)
          this.came.push(...piece.data.map(({ lockID }) => lockID))
          ;({ lastPulled, after } = piece)
          await between()
          expect(this.pieces.length).toBeLessThan(200)
        } while (after !== null)
      }
    }
  }
  /** Moves a lock to a facility, or to the inventory. */
  const move = (serial: string, facilityID: FacilityId | null) => {
    const at = new Date(clock.currentTimeMillisUnsafe()).toISOString()
    return sql(
      (sql) =>
        sql`UPDATE locks SET facility_id = ${facilityID}, updated_at = ${at}::timestamptz WHERE serial = ${serial}`
    )
  }
  const facilityOf = (facilityID: FacilityId) =>
    sql(
      (sql) => sql<{ serial: string }>`
      SELECT serial FROM locks WHERE company_id = ${company} AND facility_id = ${facilityID} AND is_active ORDER BY serial`
    ).then((rows) => rows.map(({ serial }) => serial))
  const active = async () => {
    const rows = await sql(
      (sql) => sql<{ serial: string }>`
      SELECT serial FROM locks WHERE company_id = ${company} AND is_active ORDER BY serial`
    )
    return rows.map(({ serial }) => serial)
  }

  it.each([1, 7, 10, 32, 33, 1000])("is complete in pages of %i, without duplicates", async (count) => {
    const client = makeClient(count)
    await client.pull()
    expect(client.serials()).toEqual(await active())
    expect(new Set(client.came).size).toBe(client.came.length)
    expect(Math.max(...client.pieces)).toBeLessThanOrEqual(count)
  })

  it("returns only changes since the last pull: new, changed and removed", async () => {
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

  it("starts each pull ten seconds before the last one, for late commits", async () => {
    const client = makeClient(100)
    clock.advance(minute)
    const late = new Date(clock.currentTimeMillisUnsafe() - 8 * second).toISOString()
    await client.pull()
    await sql((sql) => sql`UPDATE locks SET color = 7, updated_at = ${late}::timestamptz WHERE serial = '10000005'`)
    clock.advance(minute)
    await client.pull()
    expect([...client.held.values()].find(({ serialCode }) => serialCode === "10000005")?.color).toBe(7)
  })

  it("loses no change during a pull in pages, however long it takes", async () => {
    const client = makeClient(10)
    let nth = 0
    await client.pull(async () => {
      clock.advance(20 * second)
      // After the first page, a lock from it is removed and another one changes.
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

  it("loses no change after a clock that was ahead is set back", async () => {
    const client = makeClient(100)
    clock.advance(24 * 60 * minute)
    await client.pull()
    clock.advance(-24 * 60 * minute)
    await change("10000003")
    await change("10000006", false)
    clock.advance(minute)
    await client.pull()
    const color = () => [...client.held.values()].find(({ serialCode }) => serialCode === "10000003")?.color
    const now = await sql((sql) => sql<{ color: number }>`SELECT color FROM locks WHERE serial = '10000003'`)
    expect(color()).toBe(now[0]?.color)
    expect(client.serials()).toEqual(await active())
  })

  it("covers one facility if requested", async () => {
    const client = makeClient(4, facilities[0])
    await client.pull()
    const names = new Set([...client.held.values()].map(({ facilityName }) => facilityName))
    expect([...names]).toEqual(["Maple St"])
    expect(client.held.size).toBeGreaterThan(8)
    const nowhere = await server.call(token, (api) =>
      api.locks.sync({ query: { facilityID: FacilityId.make(2_147_483_647) } })
    )
    expect(nowhere.data).toEqual([])
  })

  it.each([1, 3, 100])(
    "of one facility reports locks that arrived, left, and returned, in pages of %i",
    async (count) => {
      const [maple = 0, oak = 0] = facilities
      const client = makeClient(count, FacilityId.make(maple))
      await client.pull()
      const [first = "", second = "", third = ""] = await facilityOf(FacilityId.make(maple))
      const [fromOak = ""] = await facilityOf(FacilityId.make(oak))
      clock.advance(minute)
      await move(first, FacilityId.make(oak))
      await move(second, null)
      await move(fromOak, FacilityId.make(maple))
      await move(third, FacilityId.make(oak))
      await move(third, FacilityId.make(maple))
      await client.pull()
      expect(client.serials()).toEqual(await facilityOf(FacilityId.make(maple)))
      expect(client.serials()).toContain(fromOak)
      expect(client.serials()).toContain(third)
      expect(new Set(client.gone).size).toBe(2)
      clock.advance(minute)
      await client.pull()
      const before = client.gone.length
      await client.pull()
      expect(client.gone.length).toBe(before)
      for (const serial of [first, second]) await move(serial, FacilityId.make(maple))
      await move(fromOak, FacilityId.make(oak))
      await client.pull()
      expect(client.serials()).toEqual(await facilityOf(FacilityId.make(maple)))
    }
  )

  it("of one facility loses no lock that moves during a pull", async () => {
    const [maple = 0, oak = 0] = facilities
    const client = makeClient(2, FacilityId.make(maple))
    const [first = ""] = await facilityOf(FacilityId.make(maple))
    const [fromOak = ""] = await facilityOf(FacilityId.make(oak))
    let nth = 0
    await client.pull(async () => {
      clock.advance(20 * second)
      nth += 1
      if (nth === 2) await move(first, FacilityId.make(oak))
      if (nth === 3) await move(fromOak, FacilityId.make(maple))
    })
    await client.pull()
    expect(nth).toBeGreaterThan(3)
    expect(client.serials()).toEqual(await facilityOf(FacilityId.make(maple)))
    await move(first, FacilityId.make(maple))
    await move(fromOak, FacilityId.make(oak))
  })

  it("of a restricted user reports locks that left their facilities, without where they went, and none of others", async () => {
    clock.advance(minute)
    const [maple = 0, oak = 0] = facilities
    const email = emailOf("acme", Role.id.Personnel)
    await sql((sql) => sql`UPDATE users SET facility_ids = ${[maple]}::int[] WHERE email = ${email}`)
    const confined = await server.enter("acme", Role.id.Personnel, { client: "terminal" })
    const client = makeClient(100, undefined, () => confined)
    await client.pull()
    const [leaving = ""] = await facilityOf(FacilityId.make(maple))
    const [elsewhere = ""] = await facilityOf(FacilityId.make(oak))
    const [inventory = ""] = client.serials().filter((serial) => Number(serial) % 3 === 1 && Number(serial) > 10000020)
    clock.advance(minute)
    await move(leaving, FacilityId.make(oak))
    await change(elsewhere)
    await move(inventory, FacilityId.make(oak))
    const idOf = (serial: string) => [...client.held.values()].find((lock) => lock.serialCode === serial)?.lockID
    const gone = [idOf(leaving), idOf(inventory)]
    await client.pull()
    expect(client.gone.toSorted()).toEqual(gone.toSorted())
    expect(client.pieces.at(-1)).toBe(0)
    expect(client.serials()).not.toContain(leaving)
    await move(leaving, FacilityId.make(maple))
    await move(inventory, null)
    await client.pull()
    expect(client.serials()).toContain(leaving)
  })

  it("reports a lock that left the company", async () => {
    const client = makeClient(100)
    clock.advance(minute)
    await client.pull()
    clock.advance(minute)
    const at = new Date(clock.currentTimeMillisUnsafe()).toISOString()
    await sql(
      (sql) => sql`
      UPDATE locks SET company_id = ${other}, facility_id = NULL, updated_at = ${at}::timestamptz WHERE serial = '10000018'`
    )
    await client.pull()
    expect(client.pieces.at(-1)).toBe(0)
    expect(client.gone).toHaveLength(1)
    expect(client.serials()).toEqual(await active())
  })

  it.each([1, 2, 100])("counts the views of reveals, in pages of %i, only for visible locks", async (count) => {
    const [maple = 0] = facilities
    const clients = [makeClient(count), makeClient(count, FacilityId.make(maple))]
    for (const client of clients) await client.pull()
    clock.advance(minute)
    for (const client of clients) await client.pull()
    const [whole = expect.unreachable(), atMaple = expect.unreachable()] = clients
    const inMaple = new Set(atMaple.held.keys())
    const here = [...whole.held.values()].filter(({ lockID }) => inMaple.has(lockID))
    const elsewhere = [...whole.held.values()].filter(({ lockID }) => !inMaple.has(lockID))
    const viewed = [here[0], elsewhere[0], here[1], elsewhere[1]].map((lock) => lock ?? expect.unreachable())
    const counts = new Map(viewed.map(({ lockID, viewCount }) => [lockID, viewCount]))
    for (const { serialCode } of [...viewed, ...viewed.slice(0, 1)]) {
      clock.advance(second)
      const payload = { serialCode, reason: "Tenant requested code" }
      await server.call(token, (api) => api.locks.reveal({ query: {}, payload }))
    }
    for (const client of clients) {
      const before = new Map([...client.held].map(([id, { updatedOn }]) => [id, updatedOn]))
      await client.pull()
      for (const [at, { lockID }] of viewed.entries()) {
        if (client === atMaple && !inMaple.has(lockID)) continue
        expect(client.held.get(lockID)?.viewCount).toBe((counts.get(lockID) ?? 0) + (at === 0 ? 2 : 1))
        expect(client.held.get(lockID)?.updatedOn).toBe(before.get(lockID))
      }
    }
    expect([...atMaple.held.keys()].toSorted()).toEqual([...inMaple].toSorted())
    clock.advance(minute)
    await whole.pull()
    await whole.pull()
    expect(whole.pieces.at(-1)).toBe(0)
  })

  it.each([
    "lastPulled=yesterday",
    "lastPulled=2026-01-01",
    "lastPulled=2026-99-99T99:99:99Z",
    "after=1",
    "after=1.x",
    "after=9999999999999999.1",
    "after=1.9999999999",
    "after=1.1.9999999999999999",
    "after=1.1.1.1",
    "count=0",
    "facilityID=x"
  ])("refuses %s as malformed", async (query) => {
    const answer = await server.fetch(`/api/locks?${query}`, { token })
    expect([answer.status, answer.json]).toMatchObject([400, { code: "Malformed" }])
  })
})
