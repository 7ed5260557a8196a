import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { CompanyEdit } from "#core/acting/CompanyAccount.ts"
import { companyBack } from "#core/acting/companyRules.ts"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"
import { usualHomes } from "../../support/databases.ts"
import { laterIds, makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

const { Reports, Subdomains } = Feature.id
const { On, Upgradeable } = FeatureAccess.id

describe.each(usualHomes)("companies' accounts, on $name", (home) => {
  let server: TestServer
  let keeper = ""
  const ids = laterIds(CompanyId, "office", "maple")
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        ids.office = (yield* makeCompany("office")).companyID
        ids.maple = (yield* makeCompany("maple", { tier: Tier.id.Basic })).companyID
      }),
      { publicAddress: "https://desk.example.com" }
    )
    keeper = await server.enter("office", Role.id.SiteAdmin)
  })
  afterAll(() => server.close())

  const change = (payload: CompanyEdit, id = ids.maple, token = keeper) =>
    server.call(token, (api) => api.companies.update({ params: { id }, query: {}, payload }))
  const refused = (payload: CompanyEdit, id = ids.maple) =>
    server.refused(keeper, (api) => api.companies.update({ params: { id }, query: {}, payload }))
  const account = async (id = ids.maple) =>
    (await server.call(keeper, (api) => api.companies.account({ params: { id }, query: {} }))).data
  const featureOf = async (token: string, feature: number) =>
    (await server.call(token, (api) => api.auth.user({ query: {} }))).data.Features[String(feature)]?.accessLevel

  it("are created with an invited Owner, who can sign in with the link", async () => {
    const form = {
      companyName: " Birch   Storage ",
      subscriptionTier: Tier.id.Plus,
      paidThrough: "2099-12-31T23:59:59.000Z",
      ownerFirstName: "Bo",
      ownerLastName: "Birch",
      ownerEmail: "bo@birch.example.com"
    }
    const { data } = await server.call(keeper, (api) => api.companies.create({ query: {}, payload: form }))
    expect(data).toMatchObject({
      companyName: "Birch   Storage",
      subscriptionTier: Tier.id.Plus,
      maxLocksPerFacility: 250,
      ownMaxLocks: false,
      users: 1,
      facilities: 0
    })
    const uid = new URL(data.invitation).searchParams.get("uid") ?? ""
    await server.call(null, (api) =>
      api.auth.updatePasswordWithToken({ payload: { uid, password: "correct-horse-9" } })
    )
    const signedIn = await server.call(null, (api) =>
      api.auth.login({ payload: { email: form.ownerEmail, password: "correct-horse-9" } })
    )
    expect(signedIn.data.user).toMatchObject({ roleID: Role.id.Owner, companyID: data.companyID })
    // Its creator can act for it, and its log says so.
    const { data: log } = await server.call(
      await server.enter("office", Role.id.SuperAdmin),
      (api) => api.audit.list({ query: { action: "companies.create" } }),
      data.companyID
    )
    expect(JSON.parse(log[0]?.payload ?? "")).toMatchObject({
      companyID: data.companyID,
      userCompanyID: ids.office,
      ownerEmail: form.ownerEmail
    })
    const again = await server.refused(keeper, (api) => api.companies.create({ query: {}, payload: form }))
    expect(again).toMatchObject({ _tag: "EmailInUse", data: {} })
  })

  it("may have the name of another one, which is said when they are created or renamed", async () => {
    const form = {
      companyName: "MAPLE",
      ownerFirstName: "Mo",
      ownerLastName: "Maple",
      ownerEmail: "mo@maple2.example.com"
    }
    const made = await server.call(keeper, (api) => api.companies.create({ query: {}, payload: form }))
    expect(made.message).toBe(`Company added. Another company has the same name: ID ${ids.maple}.`)
    const { companyID } = made.data
    expect((await change({ companyName: "Maple Two" }, companyID)).message).toBe("Company updated")
    const renamed = await change({ companyName: "Maple" }, companyID)
    expect(renamed.message).toBe(`Company updated. Another company has the same name: ID ${ids.maple}.`)
    await change({ companyName: "Maple Two" }, companyID)
  })

  it("are refused with the problem of each field", async () => {
    const payload = { companyName: "B", ownerFirstName: "", ownerLastName: "x".repeat(51), ownerEmail: "bo" }
    const refusal = await server.refused(keeper, (api) => api.companies.create({ query: {}, payload }))
    expect(refusal).toMatchObject({
      data: {
        issues: [
          { path: "companyName", message: "Company name must be at least 2 characters." },
          { path: "ownerFirstName", message: "First name is required." },
          { path: "ownerLastName", message: "Last name cannot be more than 50 characters." },
          { path: "ownerEmail", message: "Email is invalid" }
        ]
      }
    })
    expect(await refused({ featureOverrides: { "99": On } })).toMatchObject({ _tag: "CompanyRefused" })
    expect(await refused({ subscriptionSuspended: true }, ids.office)).toMatchObject({
      data: { issues: [{ message: "You can't suspend your own company." }] }
    })
    expect(await refused({}, CompanyId.make(999_999))).toMatchObject({ _tag: "CompanyNotFound" })
  })

  it("change the plan of signed-in users on their next call, and notify their consoles", async () => {
    const owner = await server.enter("maple", Role.id.Owner)
    expect(await featureOf(owner, Subdomains)).toBe(Upgradeable)
    const hub = await connect(`${server.address}/api/hub`, { person: { token: owner } })
    const heard = listen(hub, "updateSettings")
    await hub.invoke("joinCompanyGroup", owner)
    const { data } = await change({ subscriptionTier: Tier.id.Premium })
    expect(data.features[String(Subdomains)]?.accessLevel).toBe(On)
    expect(await featureOf(owner, Subdomains)).toBe(On)
    await until("the console heard", () => heard.length > 0)
    await change({ subscriptionSuspended: true })
    expect(await featureOf(owner, Subdomains)).toBe(Upgradeable)
    await change({ featureOverrides: { [String(Reports)]: On } })
    expect(await featureOf(owner, Reports)).toBe(On)
    await change({ subscriptionSuspended: false, paidThrough: "2020-01-01T00:00:00.000Z" })
    expect(await featureOf(owner, Subdomains)).toBe(Upgradeable)
    await change({ paidThrough: "2099-01-01T00:00:00.000Z", featureOverrides: { [String(Reports)]: null } })
    expect((await account()).featureOverrides).toEqual({})
    await hub.stop()
  })

  it("are recorded with values before and after, and not if nothing changed", async () => {
    const before = (await account()).companyName
    await change({ companyName: "Maple Self Storage", maxLocksPerFacility: 40 })
    expect(await account()).toMatchObject({ maxLocksPerFacility: 40, ownMaxLocks: true })
    await change({ maxLocksPerFacility: "unlimited" })
    expect((await account()).maxLocksPerFacility).toBeNull()
    await change({ maxLocksPerFacility: "plan", companyName: before })
    const records = async () => {
      const { data } = await server.call(
        keeper,
        (api) => api.audit.list({ query: { action: "companies.update", count: 3 } }),
        ids.maple
      )
      return data.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)
    }
    const all = await records()
    expect(all.find((record) => record["companyName"] === "Maple Self Storage")).toMatchObject({
      fromCompanyName: before,
      maxLocksPerFacility: 40,
      fromOwnMaxLocks: false,
      userCompanyID: ids.office
    })
    const same = await change({ companyName: before, maxLocksPerFacility: "plan" })
    expect(same.unchanged).toBe(true)
    expect(await records()).toEqual(all)
  })

  it("are listed with their plans and sizes, in pages that skip none", async () => {
    const asked = (query: { readonly search?: string; readonly count?: number; readonly page?: number }) =>
      server.call(keeper, (api) => api.companies.list({ query }))
    const all = await asked({ count: 500 })
    const maple = all.data.find(({ companyID }) => companyID === ids.maple)
    const one = await account()
    expect(maple).toEqual({
      companyID: ids.maple,
      companyName: one.companyName,
      subscriptionTier: one.subscriptionTier,
      paidThrough: one.paidThrough,
      subscriptionSuspended: false,
      facilities: one.facilities,
      users: one.users
    })
    const pieces = await Promise.all(all.data.map((_, at) => asked({ count: 1, page: at + 1 })))
    expect(pieces.flatMap(({ data }) => data)).toEqual(all.data)
    expect(new Set(pieces.map(({ totalCount }) => totalCount))).toEqual(new Set([all.data.length]))
    expect(await asked({ page: 99 })).toMatchObject({ data: [], totalCount: all.data.length })
    expect((await asked({ search: String(ids.maple) })).data[0]).toEqual(maple)
  })

  it("refuse an edit or undo based on an older version", async () => {
    const before = await account()
    const first = await change({ companyName: "Maple One", version: before.version })
    expect(first.before).toEqual(before)
    expect(first.data.version).not.toBe(before.version)
    expect(await refused({ companyName: "Maple Two", version: before.version })).toMatchObject({
      _tag: "CompanyChangedMeanwhile",
      data: { companyID: ids.maple }
    })
    expect((await account()).companyName).toBe("Maple One")
    const second = await change({ featureOverrides: { [String(Reports)]: Upgradeable }, maxLocksPerFacility: 7 })
    expect(await refused(companyBack(first.before, first.data))).toMatchObject({ _tag: "CompanyChangedMeanwhile" })
    await change(companyBack(second.before, second.data))
    await change(companyBack(first.before, first.data))
    expect(await account()).toEqual(before)
  })

  it("notify the consoles of the head office", async () => {
    const hub = await connect(`${server.address}/api/hub`, { person: { token: keeper } })
    const heard = listen(hub, "updateCompany")
    await hub.invoke("joinCompanyGroup", keeper)
    await change({ maxLocksPerFacility: 12 })
    await change({ maxLocksPerFacility: "plan" })
    await until("both changes were heard", () => heard.length === 2)
    expect(heard[0]).toMatchObject([{ companyIDs: [ids.maple] }])
    await hub.stop()
  })

  it("refuse invalid values from any caller", async () => {
    const sql: TestServer["sql"] = (use) => server.sql(use)
    const kept = await sql((sql) => sql`SELECT * FROM companies WHERE company_id = ${ids.maple}`)
    for (const body of [
      { subscriptionTier: 7 },
      { subscriptionTier: "Premium" },
      { paidThrough: "tomorrow" },
      { maxLocksPerFacility: 0 },
      { maxLocksPerFacility: -1 },
      { featureOverrides: { "7": 9 } },
      { companyName: "\ud800\ud800" },
      { companyName: "" }
    ]) {
      const path = `/api/companies/accounts/${ids.maple}`
      const { status } = await server.fetch(path, { method: "PUT", token: keeper, body })
      expect([body, status >= 400 && status < 500]).toEqual([body, true])
    }
    expect(await sql((sql) => sql`SELECT * FROM companies WHERE company_id = ${ids.maple}`)).toEqual(kept)
  })
})
