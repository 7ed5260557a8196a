import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const siteLevel: ReadonlyArray<number> = [1, 2, 3, 6]

describe.each(usualHomes)("the company a call acts for, on $name", (home) => {
  let server: TestServer
  const ids = { acme: 0, other: CompanyId.make(1) }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        for (const [name, serial] of [
          ["acme", "10000001"],
          ["other", "20000002"]
        ] as const) {
          const { companyID } = yield* makeCompany(name, { clientTimeout: name === "acme" ? 1_000_000 : 2_000_000 })
          const facilityID = yield* makeFacility(companyID, `${name} St`)
          yield* makeLock({ companyID, facilityID, serial, code: "1234", status: LockStatus.id.Available })
          ids[name] = companyID
        }
      })
    )
  })
  afterAll(() => server.close())

  const user = (token: string, companyID: unknown) => server.fetch(`/api/auth/user?companyID=${companyID}`, { token })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))("of a %s", async (_, role) => {
    const token = await server.enter("acme", role)
    const acting = siteLevel.includes(role) ? "other" : "acme"
    const serial = acting === "other" ? "20000002" : "10000001"
    const query = { companyID: ids.other }
    expect((await user(token, ids.other)).json).toMatchObject({
      data: {
        companyID: ids[acting],
        companyName: acting,
        roleID: role,
        clientTimeout: acting === "acme" ? 1_000_000 : 2_000_000
      }
    })
    const found = await server.call(token, (api) => api.locks.search({ query }))
    expect([found.data.map(({ serialCode }) => serialCode), found.totalCount]).toEqual([[serial], 1])
    const { data: synced } = await server.call(token, (api) => api.locks.sync({ query }))
    expect(synced.map(({ serialCode }) => serialCode)).toEqual([serial])
    const { data: facilities } = await server.call(token, (api) => api.facilities.list({ query }))
    expect(facilities.map(({ facilityName }) => facilityName)).toEqual([`${acting} St`])
    const { data: home } = await server.call(token, (api) => api.auth.user({ query: {} }))
    expect(home.companyName).toBe("acme")
  })

  it.each([7_777_777, 999_999_999, 1_000_000_000, 2_147_483_647])(
    "that does not exist (%i) is not found, or ignored",
    async (unknown) => {
      for (const role of [Role.id.SiteAdmin, Role.id.SiteCallCenterAgent]) {
        const answer = await user(await server.enter("acme", role), unknown)
        expect(answer.status).toBe(404)
        expect(answer.json).toMatchObject({
          code: "CompanyNotFound",
          error: `There is no company ${unknown}.`,
          data: { companyID: unknown }
        })
      }
      const ordinary = await user(await server.enter("acme", Role.id.Owner), unknown)
      expect(ordinary.json).toMatchObject({ data: { companyName: "acme" } })
      expect((await user("no-such-token", unknown)).status).toBe(401)
    }
  )

  it.each(["0", "-1", "1.5", "abc", "", "2147483648", "1e1", "1&companyID=2", "%00"])(
    "with an invalid id (%j) is malformed",
    async (text) => {
      for (const role of [Role.id.SiteAdmin, Role.id.Owner]) {
        const answer = await user(await server.enter("acme", role), text)
        expect([text, answer.status]).toEqual([text, 400])
        expect(answer.json).toMatchObject({
          code: "Malformed",
          data: { issues: [{ path: expect.stringContaining("companyID") }] }
        })
      }
    }
  )

  it("shows in its log which site-level user did something", async () => {
    const token = await server.enter("acme", Role.id.SiteAdmin)
    await server.call(token, (api) =>
      api.locks.reveal({
        query: { companyID: ids.other },
        payload: { serialCode: "20000002", reason: "Remove Overlock" }
      })
    )
    const records = async (company: "acme" | "other") => {
      const owner = await server.enter(company, Role.id.Owner)
      const { data } = await server.call(owner, (api) => api.audit.list({ query: {} }))
      return data.map(({ action, userName }) => [action, userName])
    }
    expect(await records("other")).toEqual([["reveals.approve", "Site Admin acme"]])
    expect(await records("acme")).toEqual([])
  })

  it("is always the user's own for a sign-out", async () => {
    const token = await server.enter("acme", Role.id.SiteAdmin)
    await server.fetch(`/api/auth/logout?companyID=${ids.other}`, { method: "POST", token })
    const owner = await server.enter("acme", Role.id.Owner)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: { action: "auth.logout" } }))
    expect(data.map(({ userName }) => userName)).toEqual(["Site Admin acme"])
  })
})
