import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId, LockId, LogId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("one lock and its log, on $name", (home) => {
  let server: TestServer
  let owner = ""
  const ids = { facility: FacilityId.make(1), lock: LockId.make(1), inventory: LockId.make(1), tenant: LockId.make(1) }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID, users } = yield* makeCompany("acme", { hideLockCodes: false })
        ids.facility = yield* makeFacility(companyID, "Maple St")
        const make = (
          serial: string,
          facilityID: FacilityId | null,
          status: (typeof LockStatus.ids)[number],
          unit?: string
        ) => makeLock({ companyID, facilityID, serial, code: "0042", status, ...(unit === undefined ? {} : { unit }) })
        ids.lock = yield* make("00000001", ids.facility, 1004, "B-114")
        ids.inventory = yield* make("00000002", null, 1001)
        ids.tenant = yield* make("00000003", ids.facility, 1006, "B-115")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE locks SET updated_by = ${userIn(users, Role.id.Admin)}, view_count = 3 WHERE lock_id = ${ids.lock}`
        for (const text of ["first", "second"]) {
          yield* sql`INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
            VALUES (${ids.lock}, ${companyID}, ${text}, NULL, '2026-01-02T03:04:05.678Z')`
        }
        yield* sql`INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
          VALUES (${ids.tenant}, ${companyID}, 'of a tenant', NULL, '2026-01-02T03:04:05Z')`
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const show = async (lockID: LockId) =>
    (await server.call(owner, (api) => api.locks.show({ params: { id: lockID }, query: {} }))).data

  it("has the documented fields", async () => {
    expect(await show(ids.lock)).toEqual({
      lockID: ids.lock,
      serialCode: "00000001",
      facilityID: ids.facility,
      facilityName: "Maple St",
      isActive: true,
      lockStatusID: 1,
      statusName: "Active",
      secondaryLockStatus: 1004,
      secondaryStatusName: "Assigned Overlock",
      unitNumber: "B-114",
      color: -4144960,
      viewCount: 3,
      updatedBy: "Admin acme",
      updatedOn: "2020-01-01T00:00:00.000Z",
      unlockCode: "0042"
    })
    expect(await show(ids.inventory)).toMatchObject({
      facilityID: null,
      facilityName: null,
      unitNumber: null,
      updatedBy: null,
      secondaryLockStatus: 1001,
      unlockCode: "0042"
    })
    expect((await show(ids.tenant)).unlockCode).toBeNull()
  })

  it("has its log, newest first, and each line separately", async () => {
    const { data: logs } = await server.call(owner, (api) => api.locks.logs({ query: { lockID: ids.lock } }))
    expect(logs.map(({ lockID, logDescription, createdOn }) => ({ lockID, logDescription, createdOn }))).toEqual([
      { lockID: ids.lock, logDescription: "second", createdOn: "2026-01-02T03:04:05.678Z" },
      { lockID: ids.lock, logDescription: "first", createdOn: "2026-01-02T03:04:05.678Z" }
    ])
    for (const log of logs) {
      const { data } = await server.call(owner, (api) => api.locks.log({ params: { id: log.logID }, query: {} }))
      expect(data).toEqual(log)
    }
  })

  it("returns its whole log page by page", async () => {
    const lines = 2300
    const lockID = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [lock] = yield* sql<{ lock_id: LockId; company_id: CompanyId }>`
          SELECT lock_id, company_id FROM locks WHERE lock_id NOT IN (SELECT lock_id FROM lock_logs) LIMIT 1`
        yield* sql`INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
          SELECT ${lock?.lock_id ?? 0}, ${lock?.company_id ?? 0}, 'line ' || n, NULL, '2026-01-02T03:04:05Z'
          FROM generate_series(1, ${lines}) n`
        return lock?.lock_id ?? expect.unreachable()
      })
    )
    const read = async (count?: number) => {
      const descriptions: Array<string> = []
      const sizes: Array<number> = []
      let from: LogId | null | undefined
      do {
        const query = { lockID, ...(count === undefined ? {} : { count }), ...(from == null ? {} : { from }) }
        const page = await server.call(owner, (api) => api.locks.logs({ query }))
        descriptions.push(...page.data.map(({ logDescription }) => logDescription))
        sizes.push(page.data.length)
        from = page.next
      } while (from !== null)
      return { descriptions, sizes }
    }
    const all = Array.from({ length: lines }, (_, at) => `line ${lines - at}`)
    expect(await read()).toEqual({ descriptions: all, sizes: [1000, 1000, 300] })
    expect(await read(575)).toEqual({ descriptions: all, sizes: [575, 575, 575, 575] })
    const none = await server.call(owner, (api) => api.locks.logs({ query: { lockID, from: LogId.make(1) } }))
    expect(none).toEqual({ success: true, data: [], next: null })
  })

  it("hides the log of a Tenant Using Lock from Restricted Personnel, each line too", async () => {
    const restricted = await server.enter("acme", Role.id.RestrictedPersonnel)
    const { data } = await server.call(owner, (api) => api.locks.logs({ query: { lockID: ids.tenant } }))
    const logID = data[0]?.logID ?? 0
    const refusals = await Promise.all([
      server.refused(restricted, (api) => api.locks.show({ params: { id: ids.tenant }, query: {} })),
      server.refused(restricted, (api) => api.locks.logs({ query: { lockID: ids.tenant } })),
      server.refused(restricted, (api) => api.locks.log({ params: { id: LogId.make(logID) }, query: {} }))
    ])
    expect(refusals.map(({ _tag }) => _tag)).toEqual(["LockDetailDenied", "LockDetailDenied", "LockDetailDenied"])
    const { data: open } = await server.call(restricted, (api) => api.locks.logs({ query: { lockID: ids.lock } }))
    expect(open).toHaveLength(2)
  })

  it.each([
    "/locks/0",
    "/locks/-1",
    "/locks/abc",
    "/locks/1.5",
    "/locks/2147483648",
    "/locks/logs/x",
    "/locks/logs",
    "/locks/logs?lockID=x",
    "/locks/logs?lockID=1&count=1001",
    "/locks/logs?lockID=1&from=0"
  ])("refuses %s as malformed", async (path) => {
    const answer = await server.fetch(`/api${path}`, { token: owner })
    expect([answer.status, answer.json]).toMatchObject([400, { code: "Malformed" }])
  })

  it("answers 404 for an unknown one, in the documents' words", async () => {
    const lock = await server.fetch("/api/locks/2147483647", { token: owner })
    expect([lock.status, lock.json]).toMatchObject([
      404,
      { code: "LockNotFound", error: "A lock matching the entered serial code could be found." }
    ])
    const log = await server.fetch("/api/locks/logs/2147483647", { token: owner })
    expect([log.status, log.json]).toMatchObject([404, { code: "LogNotFound" }])
  })
})
