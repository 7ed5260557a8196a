import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiClient } from "#core/api/ApiClient.ts"
import { Role } from "#core/auth/roles.ts"
import { takeBackSubdomain } from "#core/commands/subdomainCommands.ts"
import { FacilityId, SubdomainId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { NewSubdomain, SubdomainEdit } from "#core/subdomains/Subdomain.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

describe.each(usualHomes)("subdomains, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let otherOwner = ""
  const at = {
    maple: FacilityId.make(1),
    oak: FacilityId.make(1),
    elm: FacilityId.make(1),
    zebra: FacilityId.make(1),
    confined: 0
  }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { companyID, users } = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        yield* makeCompany("basic", { tier: Tier.id.Basic })
        yield* makeCompany("lapsed", { paidThrough: new Date("2021-01-01T00:00:00Z") })
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        at.elm = yield* makeFacility(companyID, "Elm Yard")
        at.zebra = yield* makeFacility(other.companyID, "Zebra Yard")
        at.confined = userIn(users, Role.id.Admin)
        yield* sql`UPDATE users SET facility_ids = ARRAY[${at.maple}]::int[] WHERE user_id = ${at.confined}`
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
    otherOwner = await server.enter("other", Role.id.Owner)
  })
  afterAll(() => server.close())

  let nextUrl = 0
  const freeUrl = () => `portal-${(nextUrl += 1)}`
  const add = (more: Partial<NewSubdomain> = {}, token = owner) =>
    server.call(token, (api) =>
      api.subdomains.create({ query: {}, payload: { displayName: "Portal", subdomainUrl: freeUrl(), ...more } })
    )
  const refusedAdd = (more: Partial<NewSubdomain>, token = owner) =>
    server.refused(token, (api) =>
      api.subdomains.create({ query: {}, payload: { displayName: "Portal", subdomainUrl: freeUrl(), ...more } })
    )
  const change = (payload: SubdomainEdit, token = owner) =>
    server.call(token, (api) => api.subdomains.update({ query: {}, payload }))
  const refusedChange = (payload: SubdomainEdit, token = owner) =>
    server.refused(token, (api) => api.subdomains.update({ query: {}, payload }))
  const list = async (token = owner) => (await server.call(token, (api) => api.subdomains.list({ query: {} }))).data
  const one = async (id: number, token = owner) => (await list(token)).find((each) => each.id === id)
  const subdomainsOf = async () => {
    const { data } = await server.call(owner, (api) => api.facilities.list({ query: {} }))
    return Object.fromEntries(data.map(({ facilityName, companySubdomainID }) => [facilityName, companySubdomainID]))
  }
  const records = async (action: "subdomains.create" | "subdomains.update") => {
    const { data } = await server.call(owner, (api) => api.audit.list({ query: { action } }))
    return data.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)
  }

  it("are added with facilities, which get their id, and recorded", async () => {
    const { data, message } = await add({
      displayName: "  Maple   Storage ",
      subdomainUrl: "maple",
      facilityIDs: [at.maple, at.maple],
      logo: ""
    })
    expect(message).toBe("Subdomain added")
    expect(data).toEqual({
      id: data.id,
      displayName: "Maple   Storage",
      subdomainUrl: "maple",
      facilityIDs: [at.maple],
      logo: null,
      version: 1,
      updatedBy: null
    })
    expect(await one(data.id)).toEqual(data)
    expect(await subdomainsOf()).toEqual({ "Maple St": data.id, "Oak Ave": null, "Elm Yard": null })
    expect((await records("subdomains.create"))[0]).toMatchObject({
      subdomainID: data.id,
      subdomainUrl: "maple",
      added: String(at.maple)
    })
    await change({ id: data.id, facilityIDs: null })
    expect((await one(data.id))?.facilityIDs).toEqual([])
  })

  it.each([
    [{ displayName: " " }, "displayName", "Display Name is required."],
    [{ displayName: "x".repeat(101) }, "displayName", "Display Name cannot be more than 100 characters."],
    [{ subdomainUrl: "" }, "subdomainUrl", "Subdomain URL is required."],
    [{ subdomainUrl: "a".repeat(21) }, "subdomainUrl", "Subdomain URL cannot be more than 20 characters."],
    ...["Maple", "a_b", "-a", "a-", "a b", "ä", "a.b", "а", "a\n"].flatMap((subdomainUrl) =>
      subdomainUrl.trim() === "a"
        ? []
        : [
            [
              { subdomainUrl },
              "subdomainUrl",
              "Subdomain URL can only contain lowercase letters, numbers and hyphens and must start and end with a letter or number."
            ] as const
          ]
    ),
    [{ subdomainUrl: "www" }, "subdomainUrl", "Subdomain URL 'www' is reserved."],
    [{ subdomainUrl: "xn--bcher-kva" }, "subdomainUrl", "Subdomain URL 'xn--bcher-kva' is reserved."],
    [{ logo: "x.png" }, "logo", "Add the subdomain first, then upload the logo."]
  ] as const)("are refused with %j", async (more, path, message) => {
    const before = await list()
    expect(await refusedAdd(more)).toMatchObject({ _tag: "SubdomainRefused", data: { issues: [{ path, message }] } })
    expect(await list()).toEqual(before)
  })

  it("need a URL of 1 to 20 characters that no other company has, even under concurrent requests", async () => {
    for (const subdomainUrl of ["9", "a".repeat(20), "a--b-1"]) expect((await add({ subdomainUrl })).success).toBe(true)
    const refused = await refusedAdd({ subdomainUrl: "9" }, otherOwner)
    expect(refused).toMatchObject({ _tag: "SubdomainUrlTaken", error: "Subdomain URL '9' is already taken." })
    const check = (url: string, subdomainId?: SubdomainId, token = otherOwner) =>
      server.fetch(
        `/api/companies/subdomains/validate-url?url=${url}${subdomainId === undefined ? "" : `&subdomainId=${subdomainId}`}`,
        { token }
      )
    expect((await check("9")).json).toMatchObject({ code: "SubdomainUrlTaken" })
    expect((await check("free")).json).toMatchObject({ data: { subdomainUrl: "free" } })
    expect((await check("www")).json).toMatchObject({ code: "SubdomainRefused" })
    const own = (await list()).find(({ subdomainUrl }) => subdomainUrl === "9")?.id ?? 0
    expect((await check("9", SubdomainId.make(own), owner)).status).toBe(200)
    // Naming another company's subdomain doesn't free its URL.
    expect((await check("9", SubdomainId.make(own))).status).toBe(409)
    const both = await Promise.allSettled([
      add({ subdomainUrl: "raced" }, owner),
      add({ subdomainUrl: "raced" }, otherOwner)
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  })

  it("change only what is sent, and report when nothing changed", async () => {
    const { data } = await add({ facilityIDs: [at.oak] })
    const renamed = await change({ id: data.id, displayName: "Renamed", version: 1 })
    expect(renamed).toMatchObject({ message: "Subdomain updated", data: { displayName: "Renamed", version: 2 } })
    expect(renamed.data.facilityIDs).toEqual([at.oak])
    const before = (await records("subdomains.update")).length
    // As the documents' client sends it: the whole subdomain merged with the form.
    const again = await change({ ...renamed.data })
    expect(again).toMatchObject({ unchanged: true, data: { version: 2 } })
    expect((await records("subdomains.update")).length).toBe(before)
    const stale = await refusedChange({ id: data.id, displayName: "Late", version: 1 })
    expect(stale).toMatchObject({ _tag: "SubdomainChangedMeanwhile", data: { version: 2 } })
    expect((await records("subdomains.update"))[0]).toMatchObject({
      displayName: "Renamed",
      fromDisplayName: "Portal"
    })
    expect(await refusedChange({ id: data.id, logo: "other.png" })).toMatchObject({ _tag: "SubdomainRefused" })
    expect((await change({ id: data.id, logo: "" })).unchanged).toBe(true)
    await change({ id: data.id, facilityIDs: [] })
  })

  it("take facilities over from another subdomain, whose open forms are refused afterwards", async () => {
    const from = (await add({ facilityIDs: [at.elm] })).data
    const { data: to, moved } = await add({ facilityIDs: [at.elm] })
    expect(moved).toEqual([{ facilityID: at.elm, subdomainID: from.id }])
    expect((await subdomainsOf())["Elm Yard"]).toBe(to.id)
    expect(await one(from.id)).toMatchObject({ facilityIDs: [], version: 2 })
    expect((await records("subdomains.create"))[0]).toMatchObject({ fromSubdomains: `${at.elm}:${from.id}` })
    const stale = await refusedChange({ ...from, displayName: "From before" })
    expect(stale).toMatchObject({ _tag: "SubdomainChangedMeanwhile" })
    await change({ id: to.id, facilityIDs: [] })
  })

  it("are private: neither another company's subdomain nor its facility can be named", async () => {
    const theirs = (await add({ facilityIDs: [at.zebra] }, otherOwner)).data
    expect(await one(theirs.id)).toBeUndefined()
    expect(await refusedChange({ id: theirs.id, displayName: "Ours" })).toMatchObject({ _tag: "SubdomainNotFound" })
    const before = await list()
    expect(await refusedAdd({ facilityIDs: [at.maple, at.zebra] })).toMatchObject({
      _tag: "FacilityNotFound",
      data: { facilityID: at.zebra }
    })
    expect(await list()).toEqual(before)
  })

  it("show a restricted user their facilities, and keep the others when that user saves", async () => {
    const { data } = await add({ facilityIDs: [at.maple, at.oak] })
    const confined = await server.enter("acme", Role.id.Admin)
    expect((await one(data.id, confined))?.facilityIDs).toEqual([at.maple])
    await change({ id: data.id, facilityIDs: [] }, confined)
    expect((await one(data.id))?.facilityIDs).toEqual([at.oak])
    expect(await refusedChange({ id: data.id, facilityIDs: [at.oak] }, confined)).toMatchObject({
      _tag: "FacilityNotFound"
    })
    await change({ id: data.id, facilityIDs: [] })
  })

  it("lose a facility that is deleted or transferred to another company", async () => {
    const acme = (await server.call(owner, (api) => api.auth.user({ query: {} }))).data.companyID
    const [gone, given] = await server.run(
      Effect.all([makeFacility(acme, "Closing Yard"), makeFacility(acme, "Moving Yard")])
    )
    const { data } = await add({ facilityIDs: [gone ?? 0, given ?? 0] })
    await server.call(owner, (api) => api.facilities.remove({ params: { id: gone ?? 0 }, query: {} }))
    const email = "admin@other.example.com"
    const offered = await server.call(owner, (api) =>
      api.transfers.initiate({ query: {}, payload: { facilityID: given ?? 0, email } })
    )
    const token = new URL(offered.data.link).searchParams.get("token") ?? ""
    const theirAdmin = await server.enter("other", Role.id.Admin)
    await server.call(theirAdmin, (api) => api.transfers.accept({ query: {}, payload: { token } }))
    expect((await one(data.id))?.facilityIDs).toEqual([])
    const { data: facilities } = await server.call(theirAdmin, (api) => api.facilities.list({ query: {} }))
    expect(facilities.find(({ facilityID }) => facilityID === given)?.companySubdomainID).toBeNull()
  })

  it("return their previous state, and which subdomain gave up its facilities", async () => {
    const { data: facilities } = await server.call(owner, (api) => api.facilities.list({ query: {} }))
    const [taken] = facilities.map(({ facilityID }) => facilityID)
    const facilityID = taken ?? 0
    const { data: giver } = await add({ facilityIDs: [FacilityId.make(facilityID)] })
    const { data: taker } = await add()
    const answer = await change({ id: taker.id, displayName: "Taker", facilityIDs: [FacilityId.make(facilityID)] })
    expect(answer.before).toEqual(taker)
    expect(answer.moved).toEqual([{ facilityID, subdomainID: giver.id }])
    const back = takeBackSubdomain(answer) ?? expect.unreachable("nothing changed")
    await server.call(owner, (client) => Effect.provideService(back, ApiClient, client))
    const [record, former] = (await server.call(owner, (api) => api.audit.own({ query: { count: 2 } }))).data
    expect(JSON.parse(record?.payload ?? "")).toMatchObject({
      subdomainID: taker.id,
      removed: String(facilityID),
      toSubdomains: `${facilityID}:${giver.id}`
    })
    // One call makes one record.
    expect(former?.payload).toContain('"displayName":"Taker"')
    expect(await one(taker.id)).toMatchObject({ displayName: taker.displayName, facilityIDs: [] })
    expect((await one(giver.id))?.facilityIDs).toEqual([facilityID])
    const same = await change({ id: taker.id, displayName: taker.displayName })
    expect([same.unchanged, same.before, same.moved]).toEqual([true, same.data, []])
  })

  it("return facilities to their other subdomains, completely or not at all", async () => {
    const { data: getter } = await add()
    const { data: giver } = await add({ facilityIDs: [at.oak, at.elm] })
    const before = await one(giver.id)
    const { data: foreign } = await add({}, otherOwner)
    const to = (facilityID: FacilityId, subdomainID: SubdomainId) => [
      { facilityID: facilityID, subdomainID: subdomainID }
    ]
    const leave = { id: giver.id, displayName: "Smaller", facilityIDs: [at.oak] }
    expect(await refusedChange({ ...leave, givesTo: to(at.oak, getter.id) })).toMatchObject({
      _tag: "SubdomainRefused",
      data: { issues: [{ path: "givesTo" }] }
    })
    expect(await refusedChange({ ...leave, givesTo: to(at.elm, foreign.id) })).toMatchObject({
      _tag: "SubdomainNotFound"
    })
    expect(await one(giver.id)).toEqual(before)
    await change({ ...leave, givesTo: to(at.elm, getter.id) })
    expect((await one(giver.id))?.facilityIDs).toEqual([at.oak])
    expect(await one(getter.id)).toMatchObject({ facilityIDs: [at.elm], version: getter.version + 1 })
    expect((await one(foreign.id, otherOwner))?.facilityIDs).toEqual([])
  })

  it("notify their own company", async () => {
    const [ours, theirs] = await Promise.all(
      [owner, otherOwner].map((token) => connect(`${server.address}/api/hub`, { person: { token } }))
    )
    if (ours === undefined || theirs === undefined) return expect.unreachable()
    const [heard, theyHeard] = [listen(ours, "updateSubdomain"), listen(theirs, "updateSubdomain")]
    await ours.invoke("joinCompanyGroup", owner)
    await theirs.invoke("joinCompanyGroup", otherOwner)
    const { data } = await add()
    await until("we heard", () => heard.length > 0)
    expect(heard[0]).toEqual([{ subdomainIDs: [data.id] }])
    const their = await add({}, otherOwner)
    await until("they heard", () => theyHeard.length > 0)
    expect(theyHeard).toEqual([[{ subdomainIDs: [their.data.id] }]])
    await Promise.all([ours.stop(), theirs.stop()])
  })

  it.each([
    ["basic", 2, "It is part of the Plus plan and above. Upgrade your plan to use it."],
    ["lapsed", 2, "Renew your subscription or contact support."]
  ])("are refused to the company %s, with what to do", async (company, access, next) => {
    const token = await server.enter(company, Role.id.Owner)
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["PUT", ""],
      ["GET", "/validate-url?url=x"],
      ["POST", "/upload-logo?subdomainId=1"]
    ] as const) {
      const answer = await server.fetch(`/api/companies/subdomains${path}`, {
        method,
        token,
        ...(method === "GET" ? {} : { body: {} })
      })
      expect([method, path, answer.status, answer.json]).toMatchObject([
        method,
        path,
        403,
        { code: "FeatureNotIncluded", data: { feature: 7, access } }
      ])
    }
    const { words } = await import("#core/api/problem.ts")
    const refused = await refusedAdd({}, token)
    expect(words(refused as never)).toMatchObject({ next })
  })

  it("are public with name, logo, and names and locations of facilities, while the plan has them", async () => {
    const sql: TestServer["sql"] = (use) => server.sql(use)
    await sql(
      (sql) => sql`UPDATE facilities SET display_name = 'Maple Street Storage', street = '1 Maple St',
      city = 'Fallowbrook', state = 'OR', zip = '97301', phone = '5550100200', email = 'maple@acme.example.com'
      WHERE facility_id = ${at.maple}`
    )
    await add({ displayName: "For tenants", subdomainUrl: "tenants", facilityIDs: [at.maple, at.oak] })
    await sql((sql) => sql`UPDATE facilities SET is_active = false WHERE facility_id = ${at.oak}`)
    const portal = (url: string) => server.fetch(`/api/portal/${url}`)
    expect((await portal("TENANTS")).json).toEqual({
      success: true,
      data: {
        displayName: "For tenants",
        subdomainUrl: "tenants",
        logo: null,
        facilities: [
          { name: "Maple Street Storage", street: "1 Maple St", city: "Fallowbrook", state: "OR", zip: "97301" }
        ]
      }
    })
    expect(await portal("nobody")).toMatchObject({ status: 404, json: { code: "PortalNotFound" } })
    await sql((sql) => sql`UPDATE companies SET suspended = true WHERE name = 'acme'`)
    expect((await portal("tenants")).status).toBe(404)
    await sql((sql) => sql`UPDATE companies SET suspended = false WHERE name = 'acme'`)
    expect((await portal("tenants")).status).toBe(200)
    let last = 200
    for (let times = 0; last !== 429 && times < 200; times++) last = (await portal("nobody")).status
    expect(last).toBe(429)
  })
})
