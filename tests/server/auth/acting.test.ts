import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

const siteLevel: ReadonlyArray<RoleId> = [1, 2, 3, 6]
const roles = Role.rows.map(({ id, label }) => [label, id] as const)
const { Available, Lost } = LockStatus.id

/** One lock of Maple per role, so that roles don't affect each other. */
const lockOf = (role: RoleId): string => `200000${String(role).padStart(2, "0")}`

describe.each(usualHomes)("acting for a company, on $name", (home) => {
  let server: TestServer
  const ids = {
    office: CompanyId.make(1),
    maple: CompanyId.make(1),
    oak: CompanyId.make(1),
    street: FacilityId.make(1)
  }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        for (const name of ["office", "maple", "oak"] as const) ids[name] = (yield* makeCompany(name)).companyID
        ids.street = yield* makeFacility(ids.maple, "Maple St")
        for (const role of Role.ids) {
          const facts = { companyID: ids.maple, facilityID: ids.street, code: "4711", status: Available }
          yield* makeLock({ ...facts, serial: lockOf(role) })
        }
        const oakStreet = yield* makeFacility(ids.oak, "Oak St")
        yield* makeLock({
          companyID: ids.oak,
          facilityID: oakStreet,
          serial: "30000001",
          code: "4711",
          status: Available
        })
        // As many companies as a head office can have.
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO companies (company_id, name, data_key, created_at)
          SELECT 1000000 + n, 'Storage 100% ' || n, ''::bytea, now() FROM generate_series(1, 10000) AS n`
      })
    )
  })
  afterAll(() => server.close())

  const companies = (token: string, search?: string, count?: number) =>
    server.call(token, (api) =>
      api.companies.list({
        query: { ...(search === undefined ? {} : { search }), ...(count === undefined ? {} : { count }) }
      })
    )

  it.each(roles)("lists the companies as a %s, or is refused", async (_, role) => {
    const token = await server.enter("office", role)
    if (!siteLevel.includes(role)) {
      const refusal = await server.refused(
        token,
        (api) => api.companies.list({ query: { search: "maple" } }),
        ids.maple
      )
      expect(refusal).toMatchObject({ _tag: "RoleNotAllowed", data: { roles: siteLevel } })
      return
    }
    expect((await companies(token, "MAPLE")).data).toMatchObject([{ companyID: ids.maple, companyName: "maple" }])
    expect((await companies(token, String(ids.oak))).data[0]).toMatchObject({ companyID: ids.oak, companyName: "oak" })
  })

  it("finds companies among ten thousand by any part of the name, best match first", async () => {
    const token = await server.enter("office", Role.id.SiteCallCenterAgent)
    const all = await companies(token, undefined, 100)
    expect([all.data.length, all.totalCount]).toEqual([100, 10_003])
    const whole = await companies(token, "storage 100% 77", 3)
    expect(whole.data.map(({ companyName }) => companyName)).toEqual([
      "Storage 100% 77",
      "Storage 100% 770",
      "Storage 100% 7700"
    ])
    expect(whole.totalCount).toBe(111)
    for (const none of ["100_", "99999999999", "zebra", "\\"]) {
      expect([none, await companies(token, none)]).toEqual([none, { success: true, data: [], totalCount: 0 }])
    }
  })

  it.each(roles)("changes and reads as a %s what their permissions allow there", async (_, role) => {
    const token = await server.enter("office", role)
    const serialCode = lockOf(role)
    const acts = siteLevel.includes(role)
    const { data: user } = await server.call(token, (api) => api.auth.user({ query: {} }), ids.maple)
    expect(user).toMatchObject({
      companyID: acts ? ids.maple : ids.office,
      companyName: acts ? "maple" : "office",
      ownCompanyID: ids.office,
      ownCompanyName: "office"
    })
    const reveal = (companyID?: CompanyId) =>
      server.fetch(`/api/locks/reveal-unlock-code${companyID === undefined ? "" : `?companyID=${companyID}`}`, {
        method: "POST",
        token,
        body: { serialCode, reason: "Remove Overlock" }
      })
    const [there, unknown] = [await reveal(ids.maple), await reveal()]
    if (acts) expect([there.status, unknown.status]).toEqual([200, 404])
    // To all other roles, responses don't reveal that the lock exists.
    else
      expect([there.status, { ...(there.json as object), requestId: "" }]).toEqual([
        unknown.status,
        { ...(unknown.json as object), requestId: "" }
      ])
    if (!acts) return
    const [lock] = (
      await server.call(token, (api) => api.locks.search({ query: { filter: `serialCode=${serialCode}` } }), ids.maple)
    ).data
    const lockID = lock?.lockID ?? 0
    const changed = await server.call(
      token,
      (api) =>
        api.lockChanges.update({ query: {}, payload: { lockID: LockId.make(lockID), secondaryLockStatus: Lost } }),
      ids.maple
    )
    expect(changed.data).toMatchObject({ serialCode, secondaryLockStatus: Lost })
    expect(
      await server.refused(token, (api) => api.locks.show({ params: { id: LockId.make(lockID) }, query: {} }))
    ).toMatchObject({
      _tag: "LockNotFound"
    })
  })

  it("is in every record with both companies", async () => {
    const owner = await server.enter("maple", Role.id.Owner)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: {} }))
    expect(data.length).toBeGreaterThan(7)
    for (const record of data) {
      expect(record).toMatchObject({ userCompanyID: ids.office, userCompanyName: "office" })
      expect(JSON.parse(record.payload)).toMatchObject({
        companyID: ids.maple,
        userCompanyID: ids.office,
        userCompanyName: "office"
      })
    }
    const [lock] = (
      await server.call(owner, (api) => api.locks.search({ query: { filter: `serialCode=${lockOf(2)}` } }))
    ).data
    const logs = await server.call(owner, (api) =>
      api.locks.logs({ query: { lockID: LockId.make(lock?.lockID ?? 0) } })
    )
    expect(logs.data.map(({ logDescription }) => logDescription)).toEqual([
      expect.stringMatching(/ by Site Admin office \(office\)$/),
      "Combination viewed by Site Admin office (office): Remove Overlock"
    ])
    expect(await server.call(owner, (api) => api.audit.verify({ query: {} }))).toMatchObject({ data: { broken: null } })
    // Records of the company's own users don't contain the extra fields.
    await server.call(owner, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode: lockOf(1), reason: "Remove Overlock" } })
    )
    const [own] = (await server.call(owner, (api) => api.audit.list({ query: { count: 1 } }))).data
    expect(own).toMatchObject({ userCompanyID: null, userCompanyName: null })
    expect(own?.payload).not.toContain("userCompany")
  })

  it("finds the company of a serial code for site-level roles only", async () => {
    const ofLock = (serialCode: string) => `/api/companies/of-lock/${serialCode}`
    for (const role of Role.ids) {
      const token = await server.enter("office", role)
      const [known, unknown] = [
        await server.fetch(ofLock("30000001"), { token }),
        await server.fetch(ofLock("30000009"), { token })
      ]
      if (siteLevel.includes(role)) {
        expect(known.json).toMatchObject({ data: { companyID: ids.oak, companyName: "oak" } })
        expect(unknown).toMatchObject({ status: 404, json: { code: "LockNotFound" } })
      } else {
        expect([known.status, unknown.status]).toEqual([403, 403])
        expect({ ...(known.json as object), requestId: "" }).toEqual({ ...(unknown.json as object), requestId: "" })
      }
    }
  })

  it.each(["joined from the office", "joined from Oak"])("receives live changes there, %s", async (before) => {
    const token = await server.enter("office", Role.id.SiteCallCenterAgent)
    const client = await connect(`${server.address}/api/hub`, { person: { token } })
    const heard = listen(client, "updateLock")
    await client.invoke("joinCompanyGroup", token, ...(before.endsWith("Oak") ? [ids.oak] : []))
    await client.invoke("joinCompanyGroup", token, ids.maple)
    const reveal = (company: "maple" | "oak", serialCode: string) =>
      server
        .enter(company, Role.id.Owner)
        .then((owner) =>
          server.call(owner, (api) =>
            api.locks.reveal({ query: {}, payload: { serialCode, reason: "Remove Overlock" } })
          )
        )
    await reveal("oak", "30000001")
    const { data } = await reveal("maple", lockOf(4))
    await until("it was heard", () => heard.length > 0)
    expect(heard).toEqual([[{ lockIDs: [data.lockID] }]])
    await expect(client.invoke("joinCompanyGroup", token, "oak")).rejects.toThrow("not the id of one")
    await client.stop()
  })

  it("sends no events to users without access, whichever company they name", async () => {
    const token = await server.enter("oak", Role.id.Owner)
    const client = await connect(`${server.address}/api/hub`, { person: { token } })
    const heard = listen(client, "updateLock")
    await client.invoke("joinCompanyGroup", token, ids.maple)
    const reveal = (company: "maple" | "oak", serialCode: string) =>
      server
        .enter(company, Role.id.Owner)
        .then((owner) =>
          server.call(owner, (api) =>
            api.locks.reveal({ query: {}, payload: { serialCode, reason: "Remove Overlock" } })
          )
        )
    await reveal("maple", lockOf(5))
    const { data } = await reveal("oak", "30000001")
    await until("our own was heard", () => heard.length > 0)
    expect(heard).toEqual([[{ lockIDs: [data.lockID] }]])
    await client.stop()
  })
})
