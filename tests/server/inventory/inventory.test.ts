import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, laterIds, makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Body {
  readonly code?: string
  readonly message?: string
  readonly data?: unknown
  readonly undo?: ReadonlyArray<number>
  readonly left?: ReadonlyArray<{ readonly lockID: LockId; readonly code: string; readonly error: string }>
}

describe.each(usualHomes)("assigning inventory locks, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let nextSerial = 60_000_000
  const at = laterIds(FacilityId, "maple", "far", "small", "theirs")
  const company = laterIds(CompanyId, "acme", "other")
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        company.acme = (yield* makeCompany("acme", { maxLocks: 300 })).companyID
        company.other = (yield* makeCompany("other")).companyID
        at.maple = yield* makeFacility(company.acme, "Maple St")
        at.far = yield* makeFacility(company.acme, "Far St")
        at.small = yield* makeFacility(company.acme, "Small St")
        at.theirs = yield* makeFacility(company.other, "Theirs")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const lock = (status: LockStatusId, more: { facilityID?: FacilityId | null; companyID?: CompanyId } = {}) =>
    server.run(
      makeLock({
        companyID: company.acme,
        facilityID: null,
        serial: String((nextSerial += 1)),
        code: "1234",
        status,
        ...more
      })
    )
  const assign = async (lockIds: ReadonlyArray<LockId>, facilityId: FacilityId, token = owner) => {
    const answer = await server.fetch("/api/locks/assign-inventory-locks", {
      method: "POST",
      token,
      body: { lockIds, facilityId }
    })
    return { status: answer.status, ...(answer.json as Body) }
  }

  it("reports the locks that are assigned if the facility is deleted before the rest", async () => {
    const closing = await server.run(makeFacility(company.acme, "Closing St"))
    const ids: Array<LockId> = []
    for (let made = 0; made < 252; made++) ids.push(await lock(1001))
    // The facility is deleted together with the commit of the first locks.
    await server.sql(
      (sql) => sql`
      CREATE FUNCTION close_facility() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE facilities SET is_active = false WHERE name = 'Closing St'; RETURN NULL; END $$`
    )
    await server.sql(
      (sql) => sql`
      CREATE TRIGGER close_facility AFTER UPDATE ON locks FOR EACH STATEMENT EXECUTE FUNCTION close_facility()`
    )
    const done = await assign(ids, closing)
    await server.sql((sql) => sql`DROP FUNCTION close_facility CASCADE`)
    expect(done).toMatchObject({ status: 200, data: 250 })
    expect(done.undo).toHaveLength(250)
    expect(done.left?.map(({ lockID, code }) => [lockID, code])).toEqual(
      ids.slice(250).map((lockID) => [lockID, "FacilityNotFound"])
    )
    expect(await assign(ids.slice(250), closing)).toMatchObject({ status: 404, code: "FacilityNotFound" })
  })

  it("assigns all, each with a record, a log line and an undo number", async () => {
    const ids = [await lock(1001), await lock(1001)]
    const done = await assign(ids, at.maple)
    expect(done).toMatchObject({ status: 200, message: "All locks are assigned successfully", data: 2 })
    for (const [nth, lockID] of ids.entries()) {
      const { data } = await server.call(owner, (api) => api.locks.show({ params: { id: lockID }, query: {} }))
      expect(data).toMatchObject({ facilityID: at.maple, secondaryLockStatus: 1001, unitNumber: null })
      const { data: logs } = await server.call(owner, (api) => api.locks.logs({ query: { lockID } }))
      expect(logs.map(({ logDescription }) => logDescription)).toEqual([
        "Assigned to Maple St from the inventory by Owner acme"
      ])
      const { data: records } = await server.call(owner, (api) =>
        api.audit.list({ query: { subject: data.serialCode } })
      )
      expect(records).toMatchObject([{ action: "inventory.assign", seq: done.undo?.[nth] }])
    }
    const undone = await server.call(owner, (api) =>
      api.lockChanges.undo({ query: {}, payload: { auditSeq: done.undo?.[0] ?? 0 } })
    )
    expect(undone.data).toMatchObject({ lockID: ids[0], facilityID: null, facilityName: null })
    const again = await assign(ids, at.maple)
    expect(again).toMatchObject({
      message: "1 lock assigned, 1 was already at this facility.",
      data: 1,
      unchanged: 1,
      left: []
    })
    expect(await assign(ids, at.maple)).toMatchObject({ data: 0, unchanged: 2, undo: [], left: [] })
  })

  it("skips locks that are not Available, not in the inventory, another company's, or unknown", async () => {
    const good = await lock(1001)
    const others = [
      await lock(1007),
      await lock(1001, { facilityID: at.far }),
      await lock(1001, { companyID: company.other }),
      2_000_000_000
    ]
    const done = await assign([good, ...others.map((id) => LockId.make(id))], at.maple)
    expect(done).toMatchObject({ message: "4 locks were not activated", data: 1 })
    // Which ones and why. Another company's lock looks like an unknown one.
    expect(done.left?.map(({ lockID, code, error }) => [lockID, code, error])).toEqual([
      [others[0], "LockNotAvailable", "Lock is not set to Available"],
      [others[1], "LockAlreadyActive", "This lock is already activated at Far St"],
      [others[2], "LockNotFound", "A lock matching the entered serial code could be found."],
      [others[3], "LockNotFound", "A lock matching the entered serial code could be found."]
    ])
  })

  it("fills a facility up to its limit, over several batches", async () => {
    const ids: Array<LockId> = []
    for (let nth = 0; nth < 310; nth++) ids.push(await lock(1001))
    const done = await assign(ids, at.small)
    expect(done).toMatchObject({ status: 200, message: "10 locks were not activated", data: 300 })
    expect(new Set(done.undo).size).toBe(300)
    expect(done.left?.map(({ lockID, code }) => [lockID, code])).toEqual(
      ids.slice(300).map((lockID) => [lockID, "LockLimitReached"])
    )
    const found = await server.call(owner, (api) => api.locks.search({ query: { filter: `facilityID=${at.small}` } }))
    expect(found.totalCount).toBe(300)
  })

  it("counts a lock named twice once", async () => {
    const id = await lock(1001)
    expect(await assign([id, id], at.maple)).toMatchObject({ data: 1, message: "All locks are assigned successfully" })
  })

  it("refuses a facility of another company, and an empty list", async () => {
    const id = await lock(1001)
    for (const facilityId of [at.theirs, 999_999]) {
      expect(await assign([id], FacilityId.make(facilityId))).toMatchObject({ status: 404, code: "FacilityNotFound" })
    }
    expect((await assign([], at.maple)).status).toBe(400)
  })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))("for a %s", async (_, role: RoleId) => {
    const token = await server.enter("acme", role)
    const missing = [3, 2].find((area) => settledLevel(role, area) < 2)
    const answer = await assign([await lock(1001)], at.maple, token)
    expect([answer.status, answer.code]).toEqual(missing === undefined ? [200, undefined] : [403, "AccessDenied"])
    if (missing !== undefined) expect(answer.data).toEqual({ area: missing, level: 2 })
  })

  it("is limited to the facilities of a restricted user", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          UPDATE users SET facility_ids = ${[at.small]}::int[] WHERE email = ${emailOf("acme", Role.id.SitePersonnel)}`
      )
    )
    const token = await server.enter("acme", Role.id.SitePersonnel)
    expect(await assign([await lock(1001)], at.maple, token)).toMatchObject({ status: 404, code: "FacilityNotFound" })
    // This facility is theirs, but full.
    expect(await assign([await lock(1001)], at.small, token)).toMatchObject({ status: 200, data: 0 })
  })
})
