import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, type FacilityId, type LockId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

interface Answer {
  readonly status: number
  readonly text: string
  readonly code?: string
  readonly error?: string
  readonly data: Record<string, never> & FacilityDetail & { readonly issues: ReadonlyArray<{ readonly path: string }> }
}

const form = { facilityName: "Cedar Park", phoneNumber: "5550100200" }

/** The unset FMS fields that a response returns. Secrets are never returned. */
const noFms = Object.fromEntries(
  fmsFieldNames.flatMap((name) => (name === "corporatePassword" || name === "apiFacilityID" ? [] : [[name, ""]]))
)

describe.each(usualHomes)("facilities, on $name", (home) => {
  let server: TestServer
  let owner = ""
  const company = { acme: CompanyId.make(1), basic: 0, other: CompanyId.make(1) }
  const people = { admin: 0, theirs: 0 }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        company.acme = acme.companyID
        company.other = other.companyID
        company.basic = (yield* makeCompany("lapsed", { tier: Tier.id.Premium, paidThrough: null })).companyID
        people.admin = userIn(acme.users, Role.id.Admin)
        people.theirs = userIn(other.users, Role.id.Admin)
        yield* makeFacility(company.other, "Theirs")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const ask = async (method: string, path: string, body?: unknown, token = owner): Promise<Answer> => {
    const answer = await server.fetch(`/api${path}`, { method, token, body })
    return { status: answer.status, text: answer.text, ...(answer.json as Omit<Answer, "status" | "text">) }
  }
  const add = (more: object, token = owner) => ask("POST", "/facilities/add", { ...form, ...more }, token)
  const update = (facilityID: FacilityId, more: object, token = owner) =>
    ask("PUT", "/facilities/update", { facilityID, ...more }, token)
  const list = async (token = owner) =>
    (await ask("GET", "/facilities", undefined, token)).data as unknown as ReadonlyArray<FacilityDetail>
  const lock = (serial: string, facilityID: FacilityId, status: LockStatusId, unit?: string) =>
    server.run(
      makeLock({
        companyID: company.acme,
        facilityID,
        serial,
        status,
        code: "4711",
        ...(unit === undefined ? {} : { unit })
      })
    )

  it("stores the whole form, with defaults for missing fields", async () => {
    const all = {
      facilityName: "  Birch Court ",
      phoneNumber: "5550100201",
      phoneNumberCustomerService: "5550100202",
      email: "birch@acme.example.com",
      facilityDisplayName: "Birch Storage",
      no_Of_Units: 120,
      street: "12 Birch Court",
      city: "Fallowbrook",
      state: "OR",
      zip: "97000",
      lat: 45.5,
      lng: -122.6
    }
    const made = await ask("POST", "/facilities/add", all)
    expect(made.status).toBe(200)
    expect(made.data).toMatchObject({
      ...all,
      facilityName: "Birch Court",
      companyDisplayName: "acme",
      managementSoftware: 0,
      managementSoftwareType: "Not listed",
      isActive: true,
      includedInAPI: true,
      no_of_locks: 0,
      lockCount: 0,
      version: 1,
      userReportNotifications: [],
      transferTo: null,
      mode: 1,
      ...noFms,
      secretsSet: []
    })
    expect((await ask("GET", `/facilities/${made.data.facilityID}`)).data).toEqual(made.data)
    const plain = await add({ facilityName: "Plain", no_Of_Units: null })
    expect(plain.data).toMatchObject({ no_Of_Units: 0, lat: null, lng: null, street: "" })
  })

  it.each([
    [{ facilityName: "  " }, ["facilityName"]],
    [{ phoneNumber: "" }, ["phoneNumber"]],
    [{ phoneNumber: "555010020" }, ["phoneNumber"]],
    [{ phoneNumber: "(555) 010-0200" }, ["phoneNumber"]],
    [{ phoneNumberCustomerService: "1" }, ["phoneNumberCustomerService"]],
    [{ email: "nobody" }, ["email"]],
    [{ street: "abc" }, ["street"]],
    [{ street: "a".repeat(61) }, ["street"]],
    [{ state: "Ohiu" }, ["state"]],
    [{ facilityName: "x".repeat(101), email: "@" }, ["facilityName", "email"]],
    [{ managementSoftware: 2, corporateCode: "C" }, ["corporateUsername", "corporatePassword", "locationCode"]],
    [{ managementSoftware: 13 }, ["externalFacilityId", "baseUrl", "databaseName", "serverName"]],
    [
      { userReportNotifications: [{ userId: 1_999_999_999, notificationType: 1, notificationPreference: 2 }] },
      ["userReportNotifications.0.userId"]
    ]
  ])("refuses %j, naming its fields", async (more, paths) => {
    const before = (await list()).length
    const answer = await add({ facilityName: "Never", ...more })
    expect([answer.status, answer.code, answer.data.issues.map(({ path }) => path)]).toEqual([
      422,
      "FacilityRefused",
      paths
    ])
    expect((await list()).length).toBe(before)
  })

  it("removes control and direction characters from a name, and stores a region as its code", async () => {
    const { status, data } = await add({ facilityName: "Cl\u202e\u0007e\u0301\n2", city: "\u200fFork", state: "ohio" })
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({ facilityName: "Cl\u00e9 2", city: "Fork", state: "OH" })
    ])
    expect((await add({ facilityName: "cl\u200b\u00e9 2" })).code).toBe("FacilityNameTaken")
    expect((await update(data.facilityID, { state: "Ontaria" })).code).toBe("FacilityRefused")
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE facilities SET state = 'Ontaria' WHERE facility_id = ${data.facilityID}`
      )
    )
    expect((await update(data.facilityID, { city: "Kept" })).data.state).toBe("Ontaria")
  })

  it("accepts the shortest and the longest street, and requires no FMS fields for Via CSV", async () => {
    for (const street of ["abcd", "a".repeat(60)]) {
      expect((await add({ facilityName: `Street ${street.length}`, street })).status).toBe(200)
    }
    expect((await add({ facilityName: "By CSV", managementSoftware: 6, mode: 2 })).status).toBe(200)
  })

  it("requires a unique name in a company, ignoring case and spaces, except its own", async () => {
    const { data } = await add({ facilityName: "Unique Name" })
    expect(await add({ facilityName: " unique NAME " })).toMatchObject({
      status: 409,
      code: "FacilityNameTaken",
      error: "Facility name already exists"
    })
    expect((await update(data.facilityID, { facilityName: "UNIQUE name" })).status).toBe(200)
    const other = await server.enter("other", Role.id.Owner)
    expect((await add({ facilityName: "Unique Name" }, other)).status).toBe(200)
    // Two concurrent requests: the database's unique index decides.
    const both = await Promise.all([add({ facilityName: "At Once" }), add({ facilityName: "at once" })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it("changes only what is sent, and refuses an edit based on an older version", async () => {
    const { data } = await add({ facilityName: "Edited", city: "Greywater", lat: 10, lng: 20 })
    const changed = await update(data.facilityID, { street: "1 New Street", version: data.version })
    expect(changed.data).toEqual({ ...data, street: "1 New Street", version: 2, updatedBy: "Owner acme" })
    expect(await update(data.facilityID, { city: "Elsewhere", version: data.version })).toMatchObject({
      status: 409,
      code: "FacilityChangedMeanwhile",
      data: { version: 2, updatedBy: "Owner acme" }
    })
    expect((await update(data.facilityID, { lat: null, lng: null })).data).toMatchObject({
      lat: null,
      city: "Greywater"
    })
  })

  it("never returns a secret, keeps it in an edit, and deletes it with its FMS", async () => {
    const secret = "correct-horse-staple"
    const fms = { corporateCode: "CC", corporateUsername: "u", corporatePassword: secret, locationCode: "L1" }
    // In CSV mode, credentials aren't tested. tests/server/facilities/validation.test.ts covers that.
    const made = await add({ facilityName: "With FMS", managementSoftware: 2, mode: 2, ...fms })
    const { facilityID } = made.data
    const { corporatePassword: _, ...plain } = fms
    expect(made.data).toMatchObject({ mode: 2, ...noFms, ...plain, secretsSet: ["corporatePassword"] })
    const kept = await update(facilityID, { locationCode: "L2" })
    const after = { ...made.data, locationCode: "L2", version: 2, updatedBy: "Owner acme" }
    expect(kept.data).toEqual(after)
    // Sending a facility back as read loses nothing, and treats nothing as a secret.
    expect((await update(facilityID, kept.data)).data).toEqual(after)
    expect((await update(facilityID, { corporateUsername: "" })).data).toMatchObject({ corporateUsername: "" })
    const edge = await update(facilityID, { managementSoftware: 1, mode: 2, externalFacilityId: "E" })
    expect(edge.data).toMatchObject({ mode: 2, ...noFms, externalFacilityId: "E", secretsSet: [] })
    for (const { data } of [made, kept, edge]) expect(Object.keys(data)).not.toContain("corporatePassword")
    const all = [made, kept, edge, await ask("GET", "/facilities"), await ask("GET", "/audit")].map(({ text }) => text)
    expect([...all, server.logged()].filter((text) => text.includes(secret))).toEqual([])
  })

  it("leaves Storage 360 and Hummingbird to support", async () => {
    for (const managementSoftware of [8, 12]) {
      expect(await add({ facilityName: "Fixed", managementSoftware })).toMatchObject({ status: 422, code: "FmsFixed" })
    }
    const { data } = await add({ facilityName: "On 360" })
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE facilities SET management_software = 12 WHERE facility_id = ${data.facilityID}`
      )
    )
    expect(await update(data.facilityID, { managementSoftware: 0 })).toMatchObject({ status: 422, code: "FmsFixed" })
    expect((await update(data.facilityID, { city: "Same", managementSoftware: 12 })).status).toBe(200)
  })

  it("allows no FMS for a company whose plan has none", async () => {
    const lapsed = await server.enter("lapsed", Role.id.Owner)
    expect((await add({ facilityName: "Plain" }, lapsed)).status).toBe(200)
    const refused = await add({ facilityName: "Linked", managementSoftware: 6, mode: 2 }, lapsed)
    expect(refused).toMatchObject({ status: 403, code: "FeatureNotIncluded" })
  })

  it("stores the notification list, with the company's own users only", async () => {
    const request = { userId: people.admin, notificationType: 1, notificationPreference: 2 }
    const { data } = await add({ facilityName: "Notified", userReportNotifications: [request] })
    expect(data.userReportNotifications).toMatchObject([
      { ...request, companyId: company.acme, facilityId: data.facilityID, userEmail: emailOf("acme", Role.id.Admin) }
    ])
    const foreign = [{ ...request, userId: people.theirs }]
    expect((await update(data.facilityID, { userReportNotifications: foreign })).code).toBe("FacilityRefused")
    const off = await update(data.facilityID, { userReportNotifications: [{ ...request, notificationPreference: 0 }] })
    expect(off.data.userReportNotifications).toMatchObject([{ notificationPreference: 0 }])
    expect((await update(data.facilityID, { userReportNotifications: [] })).data.userReportNotifications).toEqual([])
  })

  it("hides the notification list and the FMS from users who can only view", async () => {
    const { data } = await add({
      facilityName: "Looked at",
      managementSoftware: 1,
      mode: 2,
      externalFacilityId: "E7",
      userReportNotifications: [{ userId: people.admin, notificationType: 1, notificationPreference: 2 }]
    })
    for (const role of [Role.id.Personnel, Role.id.CallCenterAgent, Role.id.RestrictedPersonnel, Role.id.Vendor]) {
      const seen = await ask("GET", `/facilities/${data.facilityID}`, undefined, await server.enter("acme", role))
      expect(seen).toMatchObject({ status: 200, data: { mode: null, secretsSet: [], userReportNotifications: [] } })
      expect(seen.text).not.toContain("externalFacilityId")
    }
  })

  it("refuses a restricted role even with Write", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE companies SET role_overrides = '{"5":{"5":2}}' WHERE company_id = ${company.acme}`
      )
    )
    const personnel = await server.enter("acme", Role.id.Personnel)
    expect(await add({ facilityName: "Mine" }, personnel)).toMatchObject({ status: 403, code: "RoleNotAllowed" })
  })

  it.each([1003, 1004, 1005, 1006, 1008, 1010, 1011, 1012] as const)(
    "is not deleted while a lock there is in status %d",
    async (status) => {
      const { data } = await add({ facilityName: `In use ${status}` })
      await lock(`6${status}001`, data.facilityID, status, "1")
      expect(await ask("DELETE", `/facilities/${data.facilityID}`)).toMatchObject({
        status: 409,
        code: "FacilityInUse",
        error: "Unable to delete a facility with locks still assigned to units"
      })
      expect((await list()).some(({ facilityID }) => facilityID === data.facilityID)).toBe(true)
    }
  )

  it("moves its idle locks to the inventory when it is deleted, with a log line and a record each", async () => {
    const { data } = await add({ facilityName: "Going" })
    const { Available, Lost, Damaged, Unscannable } = LockStatus.id
    const ids: Array<number> = []
    for (const [nth, status] of [Available, Lost, Damaged, Unscannable].entries()) {
      ids.push(await lock(`6200000${nth}`, data.facilityID, status))
    }
    const answer = await ask("DELETE", `/facilities/${data.facilityID}`)
    expect(answer.data).toEqual({ facilityID: data.facilityID, locksToInventory: 4 })
    expect((await list()).some(({ facilityID }) => facilityID === data.facilityID)).toBe(false)
    expect(await ask("GET", `/facilities/${data.facilityID}`)).toMatchObject({ status: 404, code: "FacilityNotFound" })
    expect(await ask("DELETE", `/facilities/${data.facilityID}`)).toMatchObject({ status: 200, unchanged: true })
    for (const lockID of ids) {
      expect((await ask("GET", `/locks/${lockID}`)).data).toMatchObject({ facilityID: null, unitNumber: null })
      const { text } = await ask("GET", `/locks/logs?lockID=${lockID}`)
      expect(text).toContain("Moved to the inventory, because Going was deleted, by Owner acme")
    }
    expect((await ask("GET", "/audit?subject=62000000")).text).toContain('"action":"locks.transfer"')
    // Its name is available again.
    expect((await add({ facilityName: "Going" })).status).toBe(200)
    expect(await ask("GET", "/audit/verify")).toMatchObject({ data: { broken: null } })
  })

  it("toggles the API inclusion, and notifies everyone in the company", async () => {
    const { data } = await add({ facilityName: "In the API" })
    const client = await connect(`${server.address}/api/hub`, { person: { token: owner } })
    const heard = listen(client, "updateFacility")
    await client.invoke("joinCompanyGroup", owner)
    const toggled = await ask("POST", `/companies/toggle-exclude-facility?facilityID=${data.facilityID}`)
    expect(toggled.data).toEqual({ facilityID: data.facilityID, facilityName: "In the API", includedInAPI: false })
    await until("the event", () => JSON.stringify(heard).includes(`"facilityIDs":[${data.facilityID}]`))
    expect((await ask("GET", `/facilities/${data.facilityID}`)).data.includedInAPI).toBe(false)
  })

  it("sets the API inclusion once, and records the previous value", async () => {
    const { data } = await add({ facilityName: "Asked of the API" })
    const set = (state: string) =>
      ask("POST", `/companies/toggle-exclude-facility?facilityID=${data.facilityID}&state=${state}`)
    const records = async () =>
      (await ask("GET", `/audit?subject=facility:${data.facilityID}`)).text.split('"action":"facilities.api"').length -
      1
    const is = { facilityID: data.facilityID, facilityName: "Asked of the API" }
    expect(await set("include")).toMatchObject({ unchanged: true, data: { ...is, includedInAPI: true } })
    expect(await records()).toBe(0)
    const excluded = await set("exclude")
    expect([excluded.data, "unchanged" in excluded]).toEqual([{ ...is, includedInAPI: false }, false])
    expect(await set("exclude")).toMatchObject({ unchanged: true, data: { ...is, includedInAPI: false } })
    expect(await records()).toBe(1)
    const { text } = await ask("GET", `/audit?subject=facility:${data.facilityID}`)
    expect(text).toContain(String.raw`\"includedInAPI\":false,\"fromIncludedInAPI\":true`)
    expect((await set("other")).status).toBe(400)
  })

  it("does not toggle the API inclusion if the plan has no facility integrations", async () => {
    const lapsed = await server.enter("lapsed", Role.id.Owner)
    const { data } = await add({ facilityName: "Not in the API" }, lapsed)
    const path = `/companies/toggle-exclude-facility?facilityID=${data.facilityID}`
    expect(await ask("POST", path, undefined, lapsed)).toMatchObject({ status: 403, code: "FeatureNotIncluded" })
    const personnel = await server.enter("acme", Role.id.Personnel)
    expect((await ask("POST", path, undefined, personnel)).status).toBe(403)
    const [kept] = (await list(lapsed)).filter(({ facilityID }) => facilityID === data.facilityID)
    expect(kept?.includedInAPI).toBe(true)
  })

  it("syncs the locks of a renamed facility again without writing to them", async () => {
    const { data } = await add({ facilityName: "Before" })
    const lockID = await lock("63000001", data.facilityID, 1001)
    const pull = async (query: string) =>
      (await ask("GET", `/locks?${query}`)) as unknown as {
        readonly lastPulled: string
        readonly data: ReadonlyArray<{ lockID: LockId; facilityName: string; updatedOn: string }>
      }
    const first = await pull("")
    const before = first.data.find((each) => each.lockID === lockID)
    await update(data.facilityID, { facilityName: "After" })
    const next = await pull(`lastPulled=${first.lastPulled}`)
    const after = next.data.find((each) => each.lockID === lockID)
    expect([before?.facilityName, after?.facilityName]).toEqual(["Before", "After"])
    expect(after?.updatedOn).toBe(before?.updatedOn)
    // The same in pages: a page boundary falls between two locks of one facility.
    await lock("63000002", data.facilityID, 1001)
    await update(data.facilityID, { facilityName: "Finally" })
    const names: Array<string> = []
    let place: string | null = ""
    while (place !== null) {
      const piece: { data: ReadonlyArray<{ facilityName: string }>; after: string | null } = (await ask(
        "GET",
        `/locks?count=1&lastPulled=${first.lastPulled}${place === "" ? "" : `&after=${place}`}`
      )) as never
      names.push(...piece.data.map(({ facilityName }) => facilityName))
      place = piece.after
      expect(names.length).toBeLessThan(200)
    }
    expect(names.filter((name) => name === "Finally").length).toBeGreaterThanOrEqual(2)
  })

  it("gives a restricted user access to a facility they add", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE users SET facility_ids = '{1999999999}' WHERE email = ${emailOf("acme", Role.id.Admin)}`
      )
    )
    const confined = await server.enter("acme", Role.id.Admin)
    expect(await list(confined)).toEqual([])
    const { data } = await add({ facilityName: "Added by the confined" }, confined)
    const again = await server.enter("acme", Role.id.Admin)
    expect((await list(again)).map(({ facilityID }) => facilityID)).toEqual([data.facilityID])
  })
})
