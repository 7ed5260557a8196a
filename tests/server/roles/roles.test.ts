import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

const [users, locks, reports, returns] = [7, 1, 13, 11]
const { Owner, Admin, Vendor, Personnel, SuperAdmin, SiteAdmin } = Role.id

describe("roles and permissions", () => {
  let server: TestServer
  let owner = ""
  const company: Record<string, number> = {}
  beforeAll(async () => {
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        for (const [name, facts] of [
          ["acme", {}],
          ["other", {}],
          ...Tier.ids.map((tier) => [`tier ${tier}`, { tier }] as const)
        ] as const) {
          company[name] = (yield* makeCompany(name, facts)).companyID
        }
      })
    )
    owner = await server.enter("acme", Owner)
  })
  beforeEach(async () => {
    await sql((sql) => sql`UPDATE companies SET role_overrides = '{}'`)
    // Makes sessions reload their cached permissions.
    await send("POST", `/roles/${Vendor}/reset`)
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const send = async (method: string, path: string, body?: unknown, token = owner) => {
    const { status, json } = await server.fetch(`/api${path}`, { method, token, body })
    return { status, ...(json as object) } as { status: number; data: unknown }
  }
  const set = (role: number, areas: Readonly<Record<number, number | null>>, token = owner, query = "") =>
    send(
      "PUT",
      `/roles/${role}${query}`,
      { areas: Object.entries(areas).map(([area, level]) => ({ area: Number(area), level })) },
      token
    )
  const list = async (token = owner) =>
    (await send("GET", "/roles", undefined, token)).data as ReadonlyArray<{
      roleID: RoleId
      people: number
      levels: Record<string, number>
      defaults: Record<string, number>
    }>
  const role = async (id: number) => (await list()).find(({ roleID }) => roleID === id) ?? expect.unreachable()
  const permission = async (token: string, area: number) => {
    const { data } = await server.call(token, (api) => api.auth.user({ query: {} }))
    return data.Permissions[String(area)]?.accessLevel
  }

  it("include the company's own roles and the defaults, with their number of users", async () => {
    const roles = await list()
    expect(roles.map(({ roleID }) => roleID)).toEqual([4, 5, 7, 9, 10, 11])
    for (const { roleID, levels, defaults, people } of roles) {
      expect(people).toBe(1)
      for (let area = 1; area <= 14; area++) {
        expect([roleID, area, levels[area], defaults[area]]).toEqual([
          roleID,
          area,
          settledLevel(roleID, area),
          settledLevel(roleID, area)
        ])
      }
    }
    await sql(
      (sql) =>
        sql`UPDATE users SET is_active = false WHERE role_id = ${Vendor} AND company_id = ${company["acme"] ?? 0}`
    )
    expect((await role(Vendor)).people).toBe(0)
    await sql((sql) => sql`UPDATE users SET is_active = true`)
  })

  it("change immediately for signed-in users, with a record of both states", async () => {
    const vendor = await server.enter("acme", Vendor)
    expect([await permission(vendor, reports), (await send("GET", "/audit", undefined, vendor)).status]).toEqual([
      0, 403
    ])
    const hub = await connect(`${server.address}/api/hub`, { person: { token: vendor } })
    const heard = listen(hub, "updateRoles")
    await hub.invoke("joinCompanyGroup", vendor)
    const changed = await set(Vendor, { [reports]: 1, [returns]: 2 })
    expect(changed).toMatchObject({
      status: 200,
      data: { levels: { 13: 1, 11: 2 } },
      before: { levels: { 13: 0, 11: 0 } }
    })
    expect([await permission(vendor, reports), (await send("GET", "/audit", undefined, vendor)).status]).toEqual([
      1, 200
    ])
    await until("the event", () => heard.length === 1)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: { action: "roles.update" } }))
    expect(data[0]).toMatchObject({ subject: "Vendor", userName: "Owner acme" })
    expect(JSON.parse(data[0]?.payload ?? "{}")).toMatchObject({
      Reports: "Read",
      fromReports: "None",
      LockReturns: "Write",
      fromLockReturns: "None"
    })
    // Repeating it changes nothing. Null restores the default.
    expect(await set(Vendor, { [reports]: 1 })).toMatchObject({ unchanged: true })
    expect(await set(Vendor, { [reports]: null })).toMatchObject({ data: { levels: { 13: 0, 11: 2 } } })
    expect(await send("POST", `/roles/${Vendor}/reset`)).toMatchObject({ data: { levels: { 11: 0 } } })
    expect(await permission(vendor, returns)).toBe(0)
    expect(await sql((sql) => sql`SELECT role_overrides AS own FROM companies WHERE name = 'acme'`)).toEqual([
      { own: { 11: {} } }
    ])
    expect(await send("GET", "/audit/verify")).toMatchObject({ data: { broken: null } })
  })

  it("are not overwritten: an edit of a level that has changed since is refused", async () => {
    const edit = (level: number, was: number) =>
      send("PUT", `/roles/${Vendor}`, { areas: [{ area: reports, level, was }] })
    const answers = await Promise.all([edit(1, 0), edit(2, 0)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers).toContainEqual(
      expect.objectContaining({
        code: "RoleChangedMeanwhile",
        data: { role: Vendor, areas: [reports], updatedBy: "Owner acme" }
      })
    )
    const saved = (await role(Vendor)).levels[reports] ?? 0
    expect([1, 2]).toContain(saved)
    // A change to another area of the role is no conflict, and neither is one that matches the current value.
    expect(await send("PUT", `/roles/${Vendor}`, { areas: [{ area: returns, level: 1, was: 0 }] })).toMatchObject({
      status: 200
    })
    expect(await edit(saved, 0)).toMatchObject({ status: 200, unchanged: true })
  })

  it("belong to the company: another's stay the same", async () => {
    await set(Vendor, { [reports]: 2 })
    const theirs = await server.enter("other", Vendor)
    expect(await permission(theirs, reports)).toBe(0)
    const query = `?companyID=${company["other"] ?? 0}`
    const site = await server.enter("acme", SiteAdmin)
    expect((await set(Vendor, { [reports]: 1 }, site, query)).status).toBe(200)
    expect(await permission(theirs, reports)).toBe(1)
    // Whatever company an Owner names, the call applies to their own.
    await set(Vendor, { [reports]: 0 }, owner, query)
    expect([await permission(theirs, reports), (await role(Vendor)).levels[reports]]).toEqual([1, 0])
  })

  describe("are refused", () => {
    it.each([
      ["to remove Write on Users from the user's own role", Owner, Owner, { [users]: 1 }, 422, "OwnRoleKeepsUsers"],
      ["to change Owner as an Admin", Admin, Owner, { [reports]: 0 }, 403, "RoleAboveYours"],
      [
        "to change Admin as an Admin without Write on Edit Admins",
        Admin,
        Admin,
        { [reports]: 0 },
        403,
        "RoleAboveYours"
      ],
      ["for a role of the head office", Owner, SuperAdmin, { [reports]: 0 }, 422, "RoleFixed"],
      ["for users who can only read users", Personnel, Vendor, { [reports]: 0 }, 403, "AccessDenied"]
    ] as const)("%s", async (_, by, of, areas, status, code) => {
      const token = await server.enter("acme", by)
      expect(await set(of, areas, token)).toMatchObject({ status, code })
      expect((await list()).every(({ levels, defaults }) => JSON.stringify(levels) === JSON.stringify(defaults))).toBe(
        true
      )
    })

    it("to give more than the user has", async () => {
      await set(Admin, { [reports]: 1 })
      const admin = await server.enter("acme", Admin)
      expect(await set(Vendor, { [reports]: 2 }, admin)).toMatchObject({
        status: 403,
        code: "LevelAboveYours",
        data: { area: reports, level: 2 }
      })
      expect((await set(Vendor, { [reports]: 1 }, admin)).status).toBe(200)
      // Levels that a role already has may stay or be lowered.
      expect((await set(Personnel, { [locks]: 1 }, admin)).status).toBe(200)
    })

    it("if no one could edit users afterwards", async () => {
      const site = await server.enter("acme", SiteAdmin)
      expect((await set(Admin, { [users]: 1 }, site)).status).toBe(200)
      expect(await set(Owner, { [users]: 1 }, site)).toMatchObject({ status: 422, code: "LastEditor" })
      // Personnel can only view users, even with Write.
      expect((await set(Personnel, { [users]: 2 }, site)).status).toBe(200)
      expect(await set(Owner, { [users]: 1 }, site)).toMatchObject({ code: "LastEditor" })
      const personnel = await server.enter("acme", Personnel)
      expect(await set(Vendor, { [reports]: 0 }, personnel)).toMatchObject({ status: 403, code: "RoleNotAllowed" })
      expect((await send("POST", `/roles/${Personnel}/reset`, undefined, site)).status).toBe(200)
    })

    it("if two users remove the last editors concurrently: one of them is", async () => {
      const site = await server.enter("acme", SiteAdmin)
      const both = await Promise.all([set(Admin, { [users]: 0 }, site), set(Owner, { [users]: 0 }, site)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    })

    it.each([
      [{ areas: [{ area: 15, level: 1 }] }],
      [{ areas: [{ area: 1, level: 3 }] }],
      [{ areas: [{ area: "1", level: 1 }] }],
      [{ areas: {} }],
      [{ areas: Array.from({ length: 15 }, () => ({ area: 1, level: 1 })) }],
      [{}],
      [null]
    ])("with a body such as %j", async (body) => {
      expect((await send("PUT", `/roles/${Vendor}`, body)).status).toBe(400)
    })

    it.each(["0", "8", "12", "x", "-4", "4.5"])("for a role %s that does not exist", async (id) => {
      expect((await send("PUT", `/roles/${id}`, { areas: [] })).status).toBeGreaterThanOrEqual(400)
    })
  })

  it.each(Tier.ids)("of tier %i can be changed if the plan has CustomRoles", async (tier) => {
    const token = await server.enter(`tier ${tier}`, Owner)
    const access = [3, 13, 4].includes(tier) ? 1 : tier < 0 ? 0 : 2
    expect(await set(Vendor, { [reports]: 1 }, token)).toMatchObject(
      access === 1 ? { status: 200 } : { status: 403, code: "FeatureNotIncluded", data: { feature: 2, access } }
    )
    const [vendor] = (await list(token)).filter(({ roleID }) => roleID === Vendor)
    expect(vendor?.levels[reports]).toBe(access === 1 ? 1 : 0)
  })
})
