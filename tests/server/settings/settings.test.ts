import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

const day = 24 * 60 * 60 * 1000
const range = "Timeout value must be between 10 minutes and 7 days"

/** 0 Off, 1 On, copied by hand from DECISIONS, Tiers and features: CompanySettings. */
const accessOf = (tier: number): number => (tier < 0 ? 0 : 1)

describe("settings", () => {
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
          ["plain", { hideLockCodesFlag: false }],
          ["lapsed", { paidThrough: null }],
          ...Tier.ids.map((tier) => [`tier ${tier}`, { tier }] as const)
        ] as const) {
          company[name] = (yield* makeCompany(name, facts)).companyID
        }
        yield* makeFacility(CompanyId.make(company["acme"] ?? 0), "Maple St")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const send = async (method: string, path: string, body?: unknown, token = owner) => {
    const { status, json } = await server.fetch(`/api${path}`, { method, token, body })
    return { status, ...(json as object) } as { status: number; message?: string; data: Record<string, unknown> }
  }
  const put = (call: string, body?: unknown, token = owner) => send("PUT", `/settings/${call}`, body, token)
  const profile = async (token = owner) => (await send("GET", "/settings/profile", undefined, token)).data
  const records = async (token = owner) =>
    (await server.call(token, (api) => api.audit.list({ query: { subject: "settings" } }))).data
  const detail = async () => JSON.parse((await records())[0]?.payload ?? "{}") as Record<string, unknown>

  it("have defaults in a new company", async () => {
    expect(await profile(await server.enter("other", Role.id.Owner))).toEqual({
      mobileTimeout: 1440,
      clientTimeout: 8 * 60 * 60 * 1000,
      numberOfLocks: 4,
      hideLockCodes: true,
      emailViewLockCodesReport: false,
      timeoutsOffered: true,
      companyName: "other",
      contactName: "",
      contactEmail: "",
      contactPhone: "",
      timeZone: "UTC",
      timeZoneChosen: false,
      updatedBy: null,
      vacantReleaseAction: 1005,
      overlockReleaseAction: 1004
    })
  })

  it("include the automations only for users who can read them", async () => {
    const agent = await profile(await server.enter("other", Role.id.CallCenterAgent))
    expect(agent).toMatchObject({ companyName: "other" })
    expect(Object.keys(agent)).not.toContain("vacantReleaseAction")
  })

  it("limit a unit to one lock or to four, with one record per change, and none without a change", async () => {
    const before = (await records()).length
    const limited = await put("update-locks-per-unit", { canHaveMultipleLocks: false })
    expect(limited).toMatchObject({ status: 200, message: "Lock code settings updated", data: { numberOfLocks: 1 } })
    expect(limited).toMatchObject({ before: { numberOfLocks: 4 } })
    expect(await detail()).toMatchObject({ numberOfLocks: 1, fromNumberOfLocks: 4 })
    expect(await put("update-locks-per-unit", { canHaveMultipleLocks: false })).toMatchObject({ unchanged: true })
    expect((await put("update-locks-per-unit", { canHaveMultipleLocks: true })).data).toMatchObject({
      numberOfLocks: 4
    })
    expect(await records()).toHaveLength(before + 2)
    expect(await send("GET", "/audit/verify")).toMatchObject({ data: { broken: null } })
  })

  it("report requests only while codes are hidden, and keep the stored choice", async () => {
    const on = await put("update-email-view-lock-codes-report", { emailViewLockCodesReport: true })
    expect(on).toMatchObject({ status: 200, message: "Email view lock code settings updated" })
    const shown = await put("update-hide-lock-codes", { hideLockCodes: false })
    expect(shown).toMatchObject({ message: "Lock code settings updated", data: { emailViewLockCodesReport: true } })
    const refused = await put("update-email-view-lock-codes-report", { emailViewLockCodesReport: false })
    expect(refused).toMatchObject({ status: 422, code: "ReportNeedsHiddenCodes" })
    const user = await server.call(owner, (api) => api.auth.user({ query: {} }))
    expect(user.data.hideLockCodes).toBe(false)
    await put("update-hide-lock-codes", { hideLockCodes: true })
    expect(await profile()).toMatchObject({ hideLockCodes: true, emailViewLockCodesReport: true })
  })

  it("keep concurrent changes: an edit of a field that has changed since is refused completely", async () => {
    const edit = (contactName: string, was: object, more: object = {}) =>
      put("update-company", { contactName, ...more, was })
    expect(await edit("Ann Lee", { contactName: "" })).toMatchObject({ status: 200 })
    const before = (await records()).length
    expect(await edit("Bob Ray", { contactName: "" }, { contactPhone: "5550100200" })).toMatchObject({
      status: 409,
      code: "SettingsChangedMeanwhile",
      data: { fields: ["contactName"] }
    })
    expect(await profile()).toMatchObject({ contactName: "Ann Lee", contactPhone: "" })
    expect(await records()).toHaveLength(before)
    // A change to another field is no conflict, and without `was` the last edit wins.
    expect(await put("update-company", { contactPhone: "5550100200", was: { contactPhone: "" } })).toMatchObject({
      status: 200
    })
    expect(await put("update-company", { contactName: "", contactPhone: "" })).toMatchObject({ status: 200 })
  })

  it("keep a concurrently saved switch or timeout", async () => {
    const refused = (field: string) => ({
      status: 409,
      code: "SettingsChangedMeanwhile",
      data: { fields: [field] }
    })
    await put("update-client-timeout?clientTimeout=3600000")
    await put("update-mobile-timeout?mobileTimeout=60")
    const before = (await records()).length
    // Both edits start from eight hours and a day, but another user has saved an hour.
    expect(await put("update-client-timeout?clientTimeout=7200000&was=28800000")).toMatchObject(
      refused("clientTimeout")
    )
    expect(await put("update-mobile-timeout?mobileTimeout=120&was=1440")).toMatchObject(refused("mobileTimeout"))
    const off = { hideLockCodes: false }
    expect(await put("update-hide-lock-codes", { ...off, was: off })).toMatchObject(refused("hideLockCodes"))
    const several = { canHaveMultipleLocks: true }
    await put("update-locks-per-unit", { canHaveMultipleLocks: false })
    expect(await put("update-locks-per-unit", { ...several, was: several })).toMatchObject(refused("numberOfLocks"))
    await put("update-locks-per-unit", several)
    expect(await records()).toHaveLength(before + 2)
    expect(await profile()).toMatchObject({ clientTimeout: 3_600_000, mobileTimeout: 60, hideLockCodes: true })
    // Saving over an unchanged value, or saving the current value, is no conflict.
    expect(await put("update-client-timeout?clientTimeout=3600000&was=28800000")).toMatchObject({ unchanged: true })
    expect(await put("update-client-timeout?clientTimeout=28800000&was=3600000")).toMatchObject({ status: 200 })
    expect(await put("update-mobile-timeout?mobileTimeout=1440&was=60")).toMatchObject({ status: 200 })
    expect(await put("update-mobile-timeout?mobileTimeout=1440&was=x")).toMatchObject({ status: 400 })
    // Whatever number is stored for several locks, the switch counts as off.
    await sql((sql) => sql`UPDATE companies SET locks_per_unit = 2 WHERE name = 'acme'`)
    expect(await put("update-locks-per-unit", { canHaveMultipleLocks: false, was: several })).toMatchObject({
      status: 200
    })
    await put("update-locks-per-unit", several)
  })

  it("let one of two admins win when both save based on the same timeout, and refuse the other", async () => {
    await put("update-mobile-timeout?mobileTimeout=1440")
    const answers = await Promise.all(
      [60, 120, 180, 240].map((minutes) => put(`update-mobile-timeout?mobileTimeout=${minutes}&was=1440`))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    await put("update-mobile-timeout?mobileTimeout=1440")
  })

  it("have no view-combination section without its flag, and no timeouts without theirs", async () => {
    const plain = await server.enter("plain", Role.id.Owner)
    const refused = { status: 422, code: "SettingNotOffered" }
    expect(await put("update-hide-lock-codes", { hideLockCodes: false }, plain)).toMatchObject(refused)
    const report = { emailViewLockCodesReport: true }
    expect(await put("update-email-view-lock-codes-report", report, plain)).toMatchObject(refused)
    expect(await put("update-locks-per-unit", { canHaveMultipleLocks: false }, plain)).toMatchObject({ status: 200 })
    await sql((sql) => sql`UPDATE companies SET user_timeout_flag = false WHERE name = 'plain'`)
    expect(await put("update-client-timeout?clientTimeout=600000", undefined, plain)).toMatchObject(refused)
    expect(await profile(plain)).toMatchObject({ timeoutsOffered: false })
  })

  it.each([
    ["update-client-timeout?clientTimeout=", 600_000, 7 * day, 599_999, 7 * day + 1, "clientTimeout"],
    ["update-mobile-timeout?mobileTimeout=", 10, 10_080, 9, 10_081, "mobileTimeout"]
  ] as const)("%s is valid from 10 minutes to 7 days", async (call, least, most, short, long, field) => {
    for (const value of [least, most]) {
      expect(await put(`${call}${value}`)).toMatchObject({ status: 200, data: { [field]: value } })
    }
    for (const value of [short, long, 0, -60_000, Number.MAX_SAFE_INTEGER]) {
      const refused = { status: 422, code: "SettingRefused", error: range, data: { issues: [{ path: field }] } }
      expect(await put(`${call}${value}`)).toMatchObject(refused)
    }
    for (const value of ["", "x", "1.5", "1e999", "null"]) {
      expect([value, (await put(`${call}${value}`)).status]).toEqual([value, 400])
    }
    expect(await profile()).toMatchObject({ [field]: most })
  })

  it("format a timeout for people", async () => {
    expect((await put("update-client-timeout?clientTimeout=5400000")).message).toBe("Updated Web Timeout To 1.5 Hours")
    expect((await put("update-mobile-timeout?mobileTimeout=2880")).message).toBe("Updated Mobile App Timeout To 2 Days")
  })

  it("sign out an idle browser after the web timeout, immediately for existing sessions", async () => {
    const token = await server.enter("acme", Role.id.Admin)
    await put("update-client-timeout?clientTimeout=600000")
    const user = await server.call(token, (api) => api.auth.user({ query: {} }))
    expect(user.data.clientTimeout).toBe(600_000)
    await sql((sql) => sql`UPDATE sessions SET last_seen_at = last_seen_at - interval '601 seconds'`)
    // Changing settings makes every session reload.
    const fresh = await server.enter("acme", Role.id.Owner)
    await put("update-client-timeout?clientTimeout=660000", undefined, fresh)
    expect(await send("GET", "/auth/user", undefined, token)).toMatchObject({ status: 200 })
    await sql((sql) => sql`UPDATE sessions SET last_seen_at = last_seen_at - interval '661 seconds'`)
    owner = await server.enter("acme", Role.id.Owner)
    await put("update-client-timeout?clientTimeout=28800000")
    await put("update-client-timeout?clientTimeout=600000")
    expect(await send("GET", "/auth/user", undefined, fresh)).toMatchObject({ status: 401 })
    await put("update-client-timeout?clientTimeout=28800000")
  })

  it("have the name, the contact and the time zone, by default that of the first facility", async () => {
    const change = {
      companyName: " Acme\u200b West ",
      contactName: "Ann Lee",
      contactEmail: "ann@acme.example.com",
      contactPhone: "+1 (555) 010-0200",
      timeZone: "america/denver"
    }
    const kept = {
      companyName: "Acme West",
      contactName: "Ann Lee",
      contactEmail: "ann@acme.example.com",
      contactPhone: "5550100200",
      timeZone: "America/Denver",
      timeZoneChosen: true
    }
    expect(await put("update-company", change)).toMatchObject({ status: 200, data: kept })
    expect((await server.call(owner, (api) => api.auth.user({ query: {} }))).data.companyName).toBe("Acme West")
    await sql((sql) => sql`UPDATE facilities SET state = 'HI' WHERE company_id = ${company["acme"] ?? 0}`)
    expect(await put("update-company", { timeZone: "" })).toMatchObject({
      data: { timeZone: "Pacific/Honolulu", timeZoneChosen: false }
    })
    await put("update-company", { companyName: "acme" })
  })

  it("have a time zone under its current name, even if it was stored by an earlier one", async () => {
    await sql((sql) => sql`UPDATE companies SET time_zone = 'Asia/Calcutta' WHERE company_id = ${company["acme"] ?? 0}`)
    expect(await profile()).toMatchObject({ timeZone: "Asia/Kolkata", timeZoneChosen: true })
    expect(await put("update-company", { timeZone: "Asia/Kolkata" })).toMatchObject({ unchanged: true })
    expect(await put("update-company", { timeZone: "Europe/Kiev", was: { timeZone: "Asia/Calcutta" } })).toMatchObject({
      status: 200,
      data: { timeZone: "Europe/Kyiv" }
    })
    await put("update-company", { timeZone: "" })
  })

  it.each([
    ["companyName", ""],
    ["companyName", " \u200b "],
    ["companyName", "x".repeat(101)],
    ["contactName", "x".repeat(101)],
    ["contactEmail", "nobody"],
    ["contactPhone", "123"],
    ["contactPhone", "call me"],
    ["timeZone", "Mars/Olympus"],
    ["timeZone", "+01:00"]
  ])("refuse %s '%s'", async (path, text) => {
    const before = await profile()
    const refused = { status: 422, code: "SettingRefused", data: { issues: [{ path }] } }
    expect(await put("update-company", { [path]: text })).toMatchObject(refused)
    expect(await profile()).toEqual(before)
  })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))(
    "can be changed by a %s according to its permissions",
    async (_, role) => {
      const token = await server.enter("other", role)
      const writes = settledLevel(role, 9) > 1
      const denied = { status: 403, code: "AccessDenied", data: { area: 9, level: 2 } }
      expect(await put("update-locks-per-unit", { canHaveMultipleLocks: true }, token)).toMatchObject(
        writes ? { status: 200 } : denied
      )
      expect((await send("GET", "/settings/profile", undefined, token)).status).toBe(200)
      const query = `?companyID=${company["acme"] ?? 0}`
      const elsewhere = await send("GET", `/settings/profile${query}`, undefined, token)
      expect(elsewhere.data["companyName"]).toBe([1, 2, 3, 6].includes(role) ? "acme" : "other")
    }
  )

  it.each(Tier.ids)("of tier %i can be changed if the plan has CompanySettings", async (tier) => {
    const token = await server.enter(`tier ${tier}`, Role.id.Owner)
    const answer = await put("update-locks-per-unit", { canHaveMultipleLocks: false }, token)
    const refused = { status: 403, code: "FeatureNotIncluded", data: { feature: 6, access: 0 } }
    expect(answer).toMatchObject(accessOf(tier) === 1 ? { status: 200 } : refused)
  })

  it("stay with a lapsed subscription, and are read-only while the feature is Upgradeable", async () => {
    const token = await server.enter("lapsed", Role.id.Owner)
    expect((await put("update-locks-per-unit", { canHaveMultipleLocks: false }, token)).status).toBe(200)
    await sql((sql) => sql`UPDATE companies SET feature_overrides = '{"6": 2}' WHERE name = 'lapsed'`)
    const again = await server.enter("lapsed", Role.id.Admin)
    const refused = { status: 403, code: "FeatureNotIncluded", data: { feature: 6, access: 2 } }
    expect(await put("update-locks-per-unit", { canHaveMultipleLocks: true }, again)).toMatchObject(refused)
  })

  it("notify everyone in the company and no one else", async () => {
    const them = await server.enter("other", Role.id.Owner)
    const [ours, theirs] = await Promise.all(
      [owner, them].map((token) => connect(`${server.address}/api/hub`, { person: { token } }))
    )
    if (ours === undefined || theirs === undefined) return expect.unreachable()
    const [heard, theyHeard] = [listen(ours, "updateSettings"), listen(theirs, "updateSettings")]
    await ours.invoke("joinCompanyGroup", owner)
    await theirs.invoke("joinCompanyGroup", them)
    await put("update-locks-per-unit", { canHaveMultipleLocks: false })
    await until("the event", () => heard.length === 1)
    await put("update-locks-per-unit", { canHaveMultipleLocks: true })
    await until("the second event", () => heard.length === 2)
    expect(theyHeard).toHaveLength(0)
  })

  describe("signing out all users", () => {
    const force = (body: unknown, token = owner) => send("POST", "/companies/force-logout-company-users", body, token)
    const signedIn = async (token: string) => (await send("GET", "/auth/user", undefined, token)).status === 200

    it("ends every session of the company except the caller's, and closes their connections", async () => {
      const [admin, elsewhere, theirs] = await Promise.all([
        server.enter("acme", Role.id.Admin),
        server.enter("acme", Role.id.Owner, { client: "terminal" }),
        server.enter("other", Role.id.Owner)
      ])
      expect(await Promise.all([admin, elsewhere, theirs, owner].map(signedIn))).toEqual([true, true, true, true])
      const hub = await connect(`${server.address}/api/hub`, { person: { token: admin } })
      let closed = false
      hub.onclose(() => {
        closed = true
      })
      const answer = await force({ userGroup: 4, companyID: company["acme"] })
      expect(answer).toMatchObject({ status: 200, message: "All users will be logged out" })
      // The admin, and the owner's terminal.
      expect(answer.data["users"]).toBeGreaterThanOrEqual(2)
      expect(answer.data["ended"]).toBeGreaterThanOrEqual(answer.data["users"] as number)
      await until("the hub's end", () => closed)
      expect(await Promise.all([admin, elsewhere, theirs, owner].map(signedIn))).toEqual([false, false, true, true])
      const [record] = await records()
      expect(record).toMatchObject({ action: "settings.logout-all", userName: "Owner acme" })
      expect(JSON.parse(record?.payload ?? "{}")).toMatchObject({ sessions: answer.data["ended"] })
    })

    it("is limited to the caller's own company, name and group", async () => {
      const theirs = await server.enter("other", Role.id.Owner)
      for (const body of [
        { userGroup: 4, companyID: company["other"] },
        { userGroup: 4, userID: 2_147_483_647 },
        { userGroup: 1 },
        { userGroup: "4" },
        {}
      ]) {
        expect([body, (await force(body)).status]).toEqual([body, 400])
      }
      expect(await force({ userGroup: 1 })).toMatchObject({ data: { issues: [{ path: "userGroup" }] } })
      expect(await force({})).toMatchObject({ error: "userGroup: Missing key" })
      expect(await signedIn(theirs)).toBe(true)
    })

    it("applies to the company that a site role acts for", async () => {
      const site = await server.enter("acme", Role.id.SuperAdmin)
      const [theirs, ours] = [await server.enter("other", Role.id.Admin), await server.enter("acme", Role.id.Admin)]
      const query = `?companyID=${company["other"] ?? 0}`
      await send("POST", `/companies/force-logout-company-users${query}`, { userGroup: 4 }, site)
      expect(await Promise.all([theirs, ours, site].map(signedIn))).toEqual([false, true, true])
    })
  })
})
