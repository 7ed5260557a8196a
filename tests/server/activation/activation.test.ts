import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import { usualHomes } from "../../support/databases.ts"
import { laterIds, makeCompany, makeFacility, makeLock, makeLocks, makeRegistered } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

const unknownSerial = {
  status: 404,
  code: "SerialNotFound",
  error: "There was an error activating this lock. Please check the serial code and try again."
}

describe.each(usualHomes)("activation, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let nextSerial = 10_000_000
  const facilities = laterIds(FacilityId, "maple", "oak", "closed", "theirs")
  const companies = laterIds(CompanyId, "acme", "other")
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        companies.acme = acme.companyID
        companies.other = other.companyID
        facilities.maple = yield* makeFacility(acme.companyID, "Maple St")
        facilities.oak = yield* makeFacility(acme.companyID, "Oak Ave")
        facilities.closed = yield* makeFacility(acme.companyID, "Closed")
        facilities.theirs = yield* makeFacility(other.companyID, "Theirs")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE facilities SET is_active = false WHERE facility_id = ${facilities.closed}`
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const serial = () => String((nextSerial += 1))
  const register = async (code = "0042") => {
    const made = serial()
    await server.run(makeRegistered(made, code))
    return made
  }
  const activate = async (serialCode: string, facilityID: FacilityId, token = owner) => {
    const answer = await server.fetch("/api/locks/activate-lock", {
      method: "POST",
      token,
      body: { serialCode, facilityID }
    })
    return {
      status: answer.status,
      ...(answer.json as { code?: string; error?: string; data?: Record<string, unknown> })
    }
  }
  const sql: TestServer["sql"] = (use) => server.sql(use)

  it("activates a lock from the registry: Available, gray, without unit, with its combination sealed for the company", async () => {
    const made = await register("0007")
    const done = await activate(made, facilities.maple)
    expect(done).toEqual({
      status: 200,
      success: true,
      data: {
        lockID: expect.any(Number),
        serialCode: made,
        facilityID: facilities.maple,
        facilityName: "Maple St",
        isActive: true,
        lockStatusID: 1,
        statusName: "Active",
        secondaryLockStatus: 1001,
        secondaryStatusName: "Available",
        unitNumber: null,
        color: -4144960,
        viewCount: 0,
        updatedBy: "Owner acme",
        updatedOn: expect.stringMatching(/Z$/)
      }
    })
    const [row] = await sql((sql) => sql<{ sealed: Uint8Array }>`SELECT sealed FROM locks WHERE serial = ${made}`)
    const about = { companyID: companies.acme, serial: made, version: 1 }
    const sealed = row?.sealed ?? new Uint8Array()
    expect(await server.run(Effect.flatMap(Keyring, (keyring) => keyring.openCode(about, sealed)))).toBe("0007")
    const theirs = { ...about, companyID: companies.other }
    await expect(server.run(Effect.flatMap(Keyring, (keyring) => keyring.openCode(theirs, sealed)))).rejects.toThrow()
    const { data: logs } = await server.call(owner, (api) =>
      api.locks.logs({ query: { lockID: LockId.make(Number(done.data?.["lockID"])) } })
    )
    expect(logs.map(({ logDescription }) => logDescription)).toEqual(["Activated at Maple St by Owner acme"])
    const { data: records } = await server.call(owner, (api) => api.audit.list({ query: { subject: made } }))
    expect(records).toMatchObject([{ action: "locks.activate", subject: made, userName: "Owner acme" }])
    expect(JSON.parse(records[0]?.payload ?? "")).toMatchObject({
      companyID: companies.acme,
      lockID: done.data?.["lockID"],
      facilityID: facilities.maple
    })
  })

  it("answers 409 for a lock that is active at another facility, naming it", async () => {
    const made = await register()
    const { data: lock } = await activate(made, facilities.maple)
    expect(await activate(made, facilities.oak)).toMatchObject({
      status: 409,
      code: "LockAlreadyActive",
      error: "This lock is already activated at Maple St",
      data: { lockID: lock?.["lockID"], facilityID: facilities.maple, facilityName: "Maple St" }
    })
  })

  it("leaves a lock unchanged that is already active at the facility, whatever its status, and records nothing", async () => {
    const made = await register()
    const { data: lock } = await activate(made, facilities.maple)
    const lockID = Number(lock?.["lockID"])
    await sql((sql) => sql`UPDATE locks SET status = 1007 WHERE lock_id = ${lockID}`)
    const again = await activate(made, facilities.maple)
    expect(again).toMatchObject({ status: 200, unchanged: true, data: { lockID, secondaryLockStatus: 1007 } })
    const { data: records } = await server.call(owner, (api) => api.audit.list({ query: { subject: made } }))
    expect(records).toHaveLength(1)
  })

  it("answers 404 for an unknown serial code, and the same for one of another company", async () => {
    const theirs = await register()
    await activate(theirs, facilities.theirs, await server.enter("other", Role.id.Owner))
    const inTheirInventory = serial()
    await server.run(
      makeLock({ companyID: companies.other, facilityID: null, serial: inTheirInventory, code: "1234", status: 1001 })
    )
    const [unknown, ...foreign] = [
      await activate(serial(), facilities.maple),
      await activate(theirs, facilities.maple),
      await activate(inTheirInventory, facilities.maple)
    ]
    expect(unknown).toMatchObject(unknownSerial)
    for (const answer of foreign) expect({ ...answer, requestId: "" }).toEqual({ ...unknown, requestId: "" })
  })

  it("answers 404 for a facility that is unknown, closed or another company's", async () => {
    const made = await register()
    for (const facilityID of [999_999, facilities.theirs, facilities.closed]) {
      expect(await activate(made, FacilityId.make(facilityID))).toMatchObject({
        status: 404,
        code: "FacilityNotFound",
        data: { facilityID }
      })
    }
    expect((await activate(made, facilities.maple)).status).toBe(200)
  })

  it.each(LockStatus.rows.map(({ id, label }) => [label, id] as const))(
    "of an inventory lock in status %s",
    async (_, status) => {
      const made = serial()
      const facts = { companyID: companies.acme, facilityID: null, serial: made, code: "1234", status, unit: "B-1" }
      const lockID = await server.run(makeLock(facts))
      const answer = await activate(made, facilities.oak)
      if (status === 1001) {
        expect(answer).toMatchObject({
          status: 200,
          data: {
            lockID,
            facilityID: facilities.oak,
            secondaryLockStatus: 1001,
            unitNumber: null,
            updatedBy: "Owner acme"
          }
        })
      } else {
        expect(answer).toMatchObject({
          status: 422,
          code: "LockNotAvailable",
          error: "Lock is not set to Available",
          data: { lockID }
        })
      }
    }
  )

  it("reactivates a deactivated lock", async () => {
    const made = serial()
    const facts = {
      companyID: companies.acme,
      facilityID: facilities.maple,
      serial: made,
      code: "1234",
      status: 1001 as const
    }
    const lockID = await server.run(makeLock({ ...facts, active: false }))
    expect(await activate(made, facilities.oak)).toMatchObject({
      status: 200,
      data: { lockID, facilityID: facilities.oak, isActive: true }
    })
  })

  it.each([
    [{ serialCode: "1234567", facilityID: 1 }, "serialCode", "Serial Code must be 8 digits."],
    [{ serialCode: "123456789", facilityID: 1 }, "serialCode", "Serial Code must be 8 digits."],
    [{ serialCode: "1234567x", facilityID: 1 }, "serialCode", "Serial Code must be 8 digits."],
    [{ serialCode: 12345678, facilityID: 1 }, "serialCode", ""],
    [{ facilityID: 1 }, "serialCode", ""],
    [{ serialCode: "12345678" }, "facilityID", ""],
    [{ serialCode: "12345678", facilityID: 0 }, "facilityID", ""],
    [{ serialCode: "12345678", facilityID: "1" }, "facilityID", ""]
  ])("refuses %j as malformed and says where", async (body, path, message) => {
    const answer = await server.fetch("/api/locks/activate-lock", { method: "POST", token: owner, body })
    expect(answer.status).toBe(400)
    const { data, error } = answer.json as {
      data: { issues: ReadonlyArray<{ path: string; message: string }> }
      error: string
    }
    expect(data.issues[0]?.path).toBe(path)
    expect(error).toContain(message)
  })

  it("activates a serial code for only one of several concurrent requests, and tells the others where it is", async () => {
    for (let round = 0; round < 8; round += 1) {
      const made = await register()
      const answers = await Promise.all([
        activate(made, facilities.maple),
        activate(made, facilities.oak),
        activate(made, facilities.maple)
      ])
      // Of two requests for the same facility, the second finds it already active there.
      const won = answers.filter((answer) => answer.status === 200 && !("unchanged" in answer))
      expect(won).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer).toMatchObject({
          status: 409,
          code: "LockAlreadyActive",
          data: { lockID: won[0]?.data?.["lockID"], facilityName: won[0]?.data?.["facilityName"] }
        })
      }
    }
  })

  it("gives a serial code to one of two companies that request it; to the other it is unknown", async () => {
    const theirs = await server.enter("other", Role.id.Owner)
    for (let round = 0; round < 5; round += 1) {
      const made = await register()
      const answers = await Promise.all([activate(made, facilities.maple), activate(made, facilities.theirs, theirs)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
      expect(answers.find(({ status }) => status === 404)).toMatchObject(unknownSerial)
    }
  })

  describe("the lock limit", () => {
    const made = new Map<string, CompanyId>()
    const room = (
      tier: TierId,
      held: number,
      facts: { maxLocks?: number; status?: LockStatusId; active?: boolean } = {}
    ) =>
      server.run(
        Effect.gen(function* () {
          const name = `limit${tier}-${facts.maxLocks ?? "none"}`
          const own = facts.maxLocks === undefined ? {} : { maxLocks: facts.maxLocks }
          const companyID = made.get(name) ?? (yield* makeCompany(name, { tier, ...own })).companyID
          made.set(name, companyID)
          const facilityID = yield* makeFacility(companyID, `Full St ${serial()}`)
          yield* makeLocks(
            Array.from({ length: held }, () => ({
              companyID,
              facilityID,
              serial: serial(),
              code: "1234",
              status: facts.status ?? (1006 as const),
              active: facts.active ?? true
            }))
          )
          return { name, companyID, facilityID }
        })
      )
    const atLimit = async (at: { name: string; facilityID: FacilityId }) =>
      activate(await register(), at.facilityID, await server.enter(at.name, Role.id.Admin))

    it.each([
      ["LocksOnly", Tier.id.LocksOnly, 100],
      ["Basic2025", Tier.id.Basic2025, 100],
      ["Plus", Tier.id.Plus, 250]
    ])("of %s is its tier's", async (_, tier, max) => {
      const full = await room(tier, max)
      expect(await atLimit(full)).toMatchObject({
        status: 422,
        code: "LockLimitReached",
        error: expect.stringMatching(/^Lock limit will be exceeded/),
        data: { facilityID: full.facilityID, countedLocks: max, maxLocks: max }
      })
      const last = await room(tier, max - 1)
      expect((await atLimit(last)).status).toBe(200)
      expect((await atLimit(last)).status).toBe(422)
    })

    it("does not exist for Premium", async () => {
      expect((await atLimit(await room(Tier.id.Premium, 300))).status).toBe(200)
    })

    it("is a company's own limit if it has one, higher or lower", async () => {
      expect((await atLimit(await room(Tier.id.LocksOnly, 100, { maxLocks: 101 }))).status).toBe(200)
      expect(await atLimit(await room(Tier.id.Premium, 2, { maxLocks: 2 }))).toMatchObject({
        status: 422,
        data: { countedLocks: 2, maxLocks: 2 }
      })
      expect((await atLimit(await room(Tier.id.Premium, 0, { maxLocks: 0 }))).status).toBe(422)
    })

    it.each(LockStatus.rows.map(({ id, label }) => [label, id] as const))(
      "counts a lock in status %s, or does not",
      async (_, status) => {
        const counted = ![1002, 1007, 1009].includes(status)
        expect((await atLimit(await room(Tier.id.Premium, 1, { maxLocks: 1, status }))).status).toBe(
          counted ? 422 : 200
        )
      }
    )

    it("counts neither inactive locks nor the inventory", async () => {
      expect((await atLimit(await room(Tier.id.Premium, 1, { maxLocks: 1, active: false }))).status).toBe(200)
    })

    it("applies to a lock from the inventory too", async () => {
      const made = serial()
      const full = await room(Tier.id.Premium, 1, { maxLocks: 1 })
      await sql(
        (sql) => sql`
        INSERT INTO locks (company_id, serial, status, color, sealed, updated_at)
        SELECT company_id, ${made}, 1001, color, sealed, updated_at FROM locks WHERE facility_id = ${full.facilityID}`
      )
      const token = await server.enter(full.name, Role.id.Admin)
      expect(await activate(made, full.facilityID, token)).toMatchObject({ status: 422, code: "LockLimitReached" })
    })

    it("reports an active or unknown lock before the full facility", async () => {
      const full = await room(Tier.id.Premium, 1, { maxLocks: 1 })
      const token = await server.enter(full.name, Role.id.Admin)
      const [held] = await sql(
        (sql) => sql<{ serial: string }>`SELECT serial FROM locks WHERE facility_id = ${full.facilityID}`
      )
      const other = await server.run(makeFacility(full.companyID, "Beside the full one"))
      expect(await activate(held?.serial ?? "", other, token)).toMatchObject({ status: 409 })
      expect(await activate(held?.serial ?? "", full.facilityID, token)).toMatchObject({ status: 200, unchanged: true })
      expect(await activate(serial(), full.facilityID, token)).toMatchObject(unknownSerial)
    })

    it("gives the last place to exactly one of several concurrent requests", async () => {
      const last = await room(Tier.id.Premium, 3, { maxLocks: 4 })
      const token = await server.enter(last.name, Role.id.Admin)
      const serials = await Promise.all(Array.from({ length: 6 }, () => register()))
      const answers = await Promise.all(serials.map((made) => activate(made, last.facilityID, token)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
      const refused = answers.filter(({ status }) => status === 422)
      for (const answer of refused) expect(answer.data).toMatchObject({ countedLocks: 4, maxLocks: 4 })
      const filter = `facilityID=${last.facilityID}`
      const found = await server.call(token, (api) => api.locks.search({ query: { filter } }))
      expect(found.totalCount).toBe(4)
      const { data } = await server.call(token, (api) => api.audit.list({ query: { action: "locks.activate" } }))
      expect(data).toHaveLength(1)
    })
  })

  it("notifies everyone in the company immediately, and no one else", async () => {
    const people = [owner, await server.enter("acme", Role.id.Vendor), await server.enter("other", Role.id.Owner)]
    const clients = await Promise.all(
      people.map((token) => connect(`${server.address}/api/hub`, { person: { token } }))
    )
    const heard = clients.map((client) => listen(client, "updateLock"))
    for (const [at, client] of clients.entries()) await client.invoke("joinCompanyGroup", people[at])
    const { data: lock } = await activate(await register(), facilities.maple)
    await activate(serial(), facilities.maple)
    await until("both heard", () => heard[0]?.length === 1 && heard[1]?.length === 1)
    const theirs = await activate(await register(), facilities.theirs, people[2])
    await until("the other heard theirs", () => (heard[2]?.length ?? 0) > 0)
    expect(heard).toEqual([
      [[{ lockIDs: [lock?.["lockID"]] }]],
      [[{ lockIDs: [lock?.["lockID"]] }]],
      [[{ lockIDs: [theirs.data?.["lockID"]] }]]
    ])
  })
})
