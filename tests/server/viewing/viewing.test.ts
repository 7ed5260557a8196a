import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import type { UserEdit } from "#core/team/UserForm.ts"
import { contractCalls } from "../../support/contract.ts"
import { postgres } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { table } from "../auth/callTable.ts"

const { Owner, Admin, Vendor, Personnel, CallCenterAgent, SuperAdmin } = Role.id

describe("viewing as a role or another user", () => {
  let server: TestServer
  const clock = movableClock()
  const at = { maple: FacilityId.make(1), oak: FacilityId.make(2) }
  beforeAll(async () => {
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { companyID } = yield* makeCompany("acme")
        yield* makeCompany("other")
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        yield* makeLock({ companyID, facilityID: at.maple, serial: "10000001", code: "7391", status: 1004 })
        yield* sql`UPDATE users SET facility_ids = ARRAY[${at.oak}::int]
          WHERE company_id = ${companyID} AND role_id = ${Personnel}`
      }),
      { clock }
    )
  })
  afterAll(() => server.close())

  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const { status, json } = await server.fetch(`/api${path}`, { method, token, body })
    return { status, ...(json as object) } as { status: number; code?: string; data: unknown }
  }
  const start = (token: string, body: unknown) => send(token, "POST", "/viewing/start", body)
  const end = (token: string) => send(token, "POST", "/viewing/end")
  const who = async (token: string) => (await server.call(token, (api) => api.auth.user({ query: {} }))).data

  it("sees what a role sees under the viewer's own name, until it ends; both names are recorded", async () => {
    const owner = await server.enter("acme", Owner)
    const own = await who(owner)
    expect(await start(owner, { role: Vendor })).toMatchObject({ status: 200 })
    const seen = await who(owner)
    expect(seen).toMatchObject({
      userID: own.userID,
      email: own.email,
      roleID: Vendor,
      viewing: { as: "Vendor", by: "Owner acme" }
    })
    expect(seen.Permissions).toEqual((await who(await server.enter("acme", Vendor))).Permissions)
    expect((await send(owner, "GET", "/users")).code).toBe("AccessDenied")
    expect((await send(owner, "GET", "/locks")).status).toBe(200)
    expect((await end(owner)).status).toBe(200)
    expect(await who(owner)).toEqual(own)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: {} }))
    expect(data.slice(0, 2).map(({ action, userName, subject }) => [action, userName, subject])).toEqual([
      ["viewing.end", "Owner acme", "Vendor"],
      ["viewing.start", "Owner acme", "Vendor"]
    ])
    expect((await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
  })

  it("sees only a user's facilities", async () => {
    const owner = await server.enter("acme", Owner)
    // It replaces the view of a role that may not start one. Viewing as the same user again is unchanged.
    await start(owner, { role: Vendor })
    const answer = await start(owner, { email: emailOf("acme", Personnel).toUpperCase() })
    expect(answer).not.toHaveProperty("unchanged")
    const repeated = await start(owner, { email: emailOf("acme", Personnel) })
    expect(repeated).toEqual({ ...answer, unchanged: true })
    expect((await start(owner, { role: SuperAdmin })).code).toBe("ViewTargetNotFound")
    expect(answer).toMatchObject({ data: { viewing: { as: "Personnel acme (Personnel)" }, facilityIDs: [at.oak] } })
    const { data } = await server.call(owner, (api) => api.facilities.list({ query: {} }))
    expect(data.map(({ facilityName }) => facilityName)).toEqual(["Oak Ave"])
  })

  it("allows only read calls, even if the role permits more", async () => {
    const owner = await server.enter("acme", Owner)
    await start(owner, { role: Admin })
    const open = new Set(["viewing.start", "viewing.end", "auth.logout", "notices.read"])
    const closed = new Set(["auth.tokenFromUser", "jobs.failedCsv"])
    for (const { name, method } of contractCalls) {
      const row = table[name] ?? expect.unreachable()
      if (row.needs === "anybody" || open.has(name)) continue
      const { status, code } = await send(owner, method, row.path, row.body)
      if (method !== "GET" || closed.has(name)) expect([name, status, code]).toEqual([name, 403, "ViewingOnly"])
      else expect([name, code]).not.toEqual([name, "ViewingOnly"])
    }
    expect((await server.fetch("/api/locks/reveal-unlock-code", { method: "POST", token: owner })).text).not.toContain(
      "7391"
    )
    expect((await send(owner, "POST", "/notices/read", {})).status).toBe(200)
    expect((await end(owner)).status).toBe(200)
  })

  it("is never possible for a user with more access, of another company, or of the head office", async () => {
    const admin = await server.enter("acme", Admin)
    for (const [body, code] of [
      [{ role: Owner }, "ViewAboveYours"],
      [{ email: emailOf("acme", Owner) }, "ViewAboveYours"],
      [{ role: SuperAdmin }, "ViewTargetNotFound"],
      [{ email: emailOf("acme", SuperAdmin) }, "ViewTargetNotFound"],
      [{ email: emailOf("other", Vendor) }, "ViewTargetNotFound"],
      [{ email: "" }, "ViewTargetNotFound"],
      [{ role: 8 }, "Malformed"],
      [{}, "Malformed"]
    ] as const) {
      expect([body, (await start(admin, body)).code]).toEqual([body, code])
    }
    expect((await who(admin)).viewing).toBeUndefined()
    await start(admin, { role: Vendor })
    expect((await start(admin, { role: Owner })).code).toBe("ViewAboveYours")
    const agent = await server.enter("acme", CallCenterAgent)
    expect((await start(agent, { role: Vendor })).code).toBe("AccessDenied")
  })

  it("ends when the viewed person gets another role, is deactivated, or may see more than the viewer", async () => {
    const [owner, admin] = [await server.enter("acme", Owner), await server.enter("acme", Admin)]
    const team = (await server.call(owner, (api) => api.users.list({ query: {} }))).data
    const { userID } = team.find(({ roleID }) => roleID === Personnel) ?? expect.unreachable()
    const viewer = team.find(({ roleID }) => roleID === Admin) ?? expect.unreachable()
    const edit = (payload: UserEdit) => server.call(owner, (api) => api.users.update({ query: {}, payload }))
    const views = async () => {
      expect(await start(admin, { email: emailOf("acme", Personnel) })).toMatchObject({ status: 200 })
      expect((await who(admin)).viewing).toBeDefined()
    }
    await views()
    await edit({ userID, roleID: Vendor })
    expect(await who(admin)).toMatchObject({ roleID: Admin, userID: viewer.userID })
    expect((await who(admin)).viewing).toBeUndefined()
    await edit({ userID, roleID: Personnel })
    await views()
    await edit({ userID, isActive: false })
    expect((await who(admin)).viewing).toBeUndefined()
    await edit({ userID, isActive: true })
    await edit({ userID: viewer.userID, facilityIDs: [at.oak], facilityAllIDs: false })
    await views()
    await edit({ userID, facilityAllIDs: true })
    expect(await who(admin)).toMatchObject({ facilityIDs: [at.oak] })
    expect((await who(admin)).viewing).toBeUndefined()
    await edit({ userID, facilityIDs: [at.oak], facilityAllIDs: false })
    await edit({ userID: viewer.userID, facilityAllIDs: true })
  })

  it("applies only in the company it began in, for a site user who acts for several", async () => {
    const staff = await server.enter("acme", SuperAdmin)
    const [acme, other] = (await server.call(staff, (api) => api.companies.list({ query: {} }))).data
      .filter(({ companyName }) => ["acme", "other"].includes(companyName))
      .map(({ companyID }) => companyID)
    const inCompany = (method: string, path: string, companyID: number | undefined, body?: unknown) =>
      send(staff, method, `${path}?companyID=${companyID}`, body)
    const logOf = async (companyID: number | undefined) =>
      (await inCompany("GET", "/audit", companyID)).data as ReadonlyArray<{ action: string; subject: string }>
    const before = await logOf(acme)
    const email = emailOf("other", Vendor)
    expect((await inCompany("POST", "/viewing/start", other, { email })).status).toBe(200)
    expect((await inCompany("GET", "/auth/user", other)).data).toMatchObject({ roleID: Vendor })
    expect((await inCompany("GET", "/auth/user", acme)).data).toMatchObject({ roleID: SuperAdmin })
    expect((await inCompany("POST", "/viewing/end", acme)).status).toBe(200)
    expect(await logOf(acme)).toEqual(before)
    expect((await inCompany("POST", "/viewing/end", other)).status).toBe(200)
    expect((await logOf(other)).slice(0, 2).map(({ action }) => action)).toEqual(["viewing.end", "viewing.start"])
  })

  it("expires after fifteen minutes, and belongs to one session", async () => {
    const [owner, elsewhere] = [await server.enter("acme", Owner), await server.enter("acme", Owner)]
    await start(owner, { role: Vendor })
    expect((await who(elsewhere)).viewing).toBeUndefined()
    clock.advance(14 * 60_000)
    expect((await who(owner)).roleID).toBe(Vendor)
    clock.advance(61_000)
    expect(await who(owner)).toMatchObject({ roleID: Owner })
    expect((await start(owner, { role: Vendor })).status).toBe(200)
  })
})
