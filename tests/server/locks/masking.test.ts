import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { LockId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLocks, makeRegistered } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"

/** One company for each of the four combinations of the hide-unlock-codes flag and the hide-lock-codes setting. */
const companies = [
  { name: "both-on", hideLockCodesFlag: true, hideLockCodes: true, first: 9100 },
  { name: "flag-off", hideLockCodesFlag: false, hideLockCodes: true, first: 9120 },
  { name: "setting-off", hideLockCodesFlag: true, hideLockCodes: false, first: 9140 },
  { name: "both-off", hideLockCodesFlag: false, hideLockCodes: false, first: 9160 }
] as const

const alwaysMasked: ReadonlyArray<number> = [1006, 1008]
const statusKeys = [
  "lockStatusID",
  "statusName",
  "secondaryLockStatus",
  "secondaryStatusName",
  "updatedBy",
  "updatedOn"
]
const otherKeys = ["lockID", "serialCode", "facilityID", "facilityName", "isActive", "unitNumber", "color", "viewCount"]

/** Fixture combinations are separate words from 9100 to 9179. */
const codesIn = (text: string): ReadonlyArray<string> => [...new Set(text.match(/\b91[0-7]\d\b/g) ?? [])].toSorted()

describe.each(usualHomes)("masking, on $name", (home) => {
  let server: TestServer
  const facilityOf = new Map<string, number>()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.forEach(companies, ({ name, first, ...facts }) =>
        Effect.gen(function* () {
          const { companyID } = yield* makeCompany(name, facts)
          const facilityID = yield* makeFacility(companyID, `${name} St`)
          facilityOf.set(name, facilityID)
          yield* makeLocks(
            LockStatus.ids.map((status, n) => ({
              companyID,
              facilityID,
              serial: `20${first + n}00`,
              code: String(first + n),
              status
            }))
          )
          yield* makeRegistered(`20${first + 19}00`, String(first + 19))
        })
      )
    )
  })
  afterAll(() => server.close())

  describe.each(companies)("with the flag $hideLockCodesFlag and the setting $hideLockCodes", (company) => {
    const hidden = company.hideLockCodes && company.hideLockCodesFlag
    const open = LockStatus.ids
      .map((status, n) => ({ status, code: String(company.first + n) }))
      .filter(({ status }) => !hidden && !alwaysMasked.includes(status))

    it.each(Role.rows.map(({ id, label }) => [label, id] as const))("for a %s", async (_, role) => {
      const token = await server.enter(company.name, role)
      const get = (path: string) => server.fetch(`/api${path}`, { token })
      const shown = open.map(({ code }) => code)
      const keys = role === Role.id.Vendor ? otherKeys : [...otherKeys, ...statusKeys]
      type Rows = { data: ReadonlyArray<Record<string, unknown> & { lockID: LockId; serialCode: string }> }

      const lists = [await get("/locks/search?count=100"), await get("/locks/search?count=2001")] as const
      const listed = lists[0].json as Rows
      for (const { text, json } of lists) {
        expect(codesIn(text)).toEqual(shown)
        const { data } = json as Rows
        expect(data).toHaveLength(12)
        for (const [n, lock] of data.entries()) {
          expect(Object.keys(lock).toSorted()).toEqual([...keys, "unlockCode"].toSorted())
          const code = String(company.first + n)
          expect(lock["unlockCode"]).toBe(shown.includes(code) ? code : null)
        }
      }
      const synced = await get("/locks")
      expect(codesIn(synced.text)).toEqual([])
      for (const lock of (synced.json as Rows).data) expect(Object.keys(lock).toSorted()).toEqual(keys.toSorted())

      for (const [n, { lockID }] of listed.data.entries()) {
        const status = LockStatus.ids[n] ?? 0
        const one = await get(`/locks/${lockID}`)
        const logs = await get(`/locks/logs?lockID=${lockID}`)
        expect(codesIn(logs.text)).toEqual([])
        const closed = role === Role.id.RestrictedPersonnel && !hidden && alwaysMasked.includes(status)
        if (closed) {
          for (const answer of [one, logs]) {
            expect([answer.status, answer.json]).toMatchObject([403, { code: "LockDetailDenied" }])
          }
          expect(codesIn(one.text)).toEqual([])
          continue
        }
        expect([status, one.status, logs.status]).toEqual([status, 200, role === Role.id.Vendor ? 403 : 200])
        const code = String(company.first + n)
        const { data } = one.json as { data: Record<string, unknown> }
        expect(Object.keys(data).toSorted()).toEqual([...keys, "unlockCode"].toSorted())
        expect(data["unlockCode"]).toBe(shown.includes(code) ? code : null)
        expect(codesIn(one.text)).toEqual(shown.includes(code) ? [code] : [])
      }
      for (const path of ["/users", "/facilities", "/audit", "/audit/verify", "/auth/user"]) {
        expect(codesIn((await get(path)).text)).toEqual([])
      }
    })
  })

  it("returns a combination only through its reveal, never through activation, events, audit, records or logs", async () => {
    for (const { name, first, hideLockCodes } of companies) {
      const token = await server.enter(name, Role.id.Owner)
      const client = await connect(`${server.address}/api/hub`, { person: { token } })
      const heard = listen(client, "updateLock")
      await client.invoke("joinCompanyGroup", token)
      const activated = await server.fetch("/api/locks/activate-lock", {
        method: "POST",
        token,
        body: { serialCode: `20${first + 19}00`, facilityID: facilityOf.get(name) }
      })
      expect([activated.status, codesIn(activated.text)]).toEqual([200, []])
      await until("the event came", () => heard.length === 1)
      expect(heard).toEqual([[{ lockIDs: [expect.any(Number)] }]])

      for (const [n, status] of LockStatus.ids.entries()) {
        const answer = await server.fetch("/api/locks/reveal-unlock-code", {
          method: "POST",
          token,
          body: { serialCode: `20${first + n}00`, reason: "Tenant requested code" }
        })
        expect([status, answer.status, codesIn(answer.text)]).toEqual(
          hideLockCodes ? [status, 200, [String(first + n)]] : [status, 422, []]
        )
      }
      for (const path of ["/audit?count=1000", "/locks", "/audit/verify"]) {
        expect(codesIn((await server.fetch(`/api${path}`, { token })).text)).toEqual([])
      }
    }
    expect(server.logged()).toContain("/api/locks/reveal-unlock-code")
    expect(codesIn(server.logged())).toEqual([])
  })

  it("keeps a vendor from learning by search what the rows omit", async () => {
    const vendor = await server.enter("both-on", Role.id.Vendor)
    const owner = await server.enter("both-on", Role.id.Owner)
    const queries = [
      ["filter=status%3D1006", "status"],
      ["filter=unit%3D1%3BsecondaryLockStatus%3D1001", "status"],
      ["filter=updatedBy%3DOwner", "updatedBy"],
      ["sort=secondaryLockStatus%3Ddesc", "secondaryLockStatus"],
      ["sort=updatedOn%3Dasc", "updatedOn"],
      ["sort=updatedBy", "updatedBy"]
    ] as const
    for (const [query, part] of queries) {
      for (const more of ["", "&count=2001"]) {
        const answer = await server.fetch(`/api/locks/search?${query}${more}`, { token: vendor })
        expect([query, answer.status]).toEqual([query, 403])
        expect(answer.json).toMatchObject({ code: "SearchNotShown", data: { part } })
        expect((await server.fetch(`/api/locks/search?${query}${more}`, { token: owner })).status).toBe(200)
      }
    }
    expect((await server.fetch("/api/locks/search?sort=color%3Ddesc&filter=text%3D20", { token: vendor })).status).toBe(
      200
    )
  })

  it("keeps the log of a lock from a vendor, since it tells the status and who changed it", async () => {
    const vendor = await server.enter("both-on", Role.id.Vendor)
    const owner = await server.enter("both-on", Role.id.Owner)
    const { data } = await server.call(owner, (api) => api.locks.search({ query: { filter: "status=1001" } }))
    const lock = data.at(0)
    if (lock === undefined) throw new Error("the fixture has an Available lock")
    const { lockID } = lock
    const body = { ...lock, secondaryLockStatus: LockStatus.id.Lost }
    await server.fetch("/api/locks/update-lock", { method: "PUT", token: owner, body })
    const [line] = (await server.call(owner, (api) => api.locks.logs({ query: { lockID } }))).data
    expect(line?.logDescription).toMatch(/^Status changed from Available to Lost by /)
    for (const path of [`/api/locks/logs?lockID=${lockID}`, `/api/locks/logs/${line?.logID}`]) {
      expect((await server.fetch(path, { token: owner })).status).toBe(200)
      const refused = await server.fetch(path, { token: vendor })
      expect([refused.status, refused.json]).toMatchObject([403, { code: "RoleNotAllowed" }])
    }
  })

  it("records the email of a sign-in, and nothing secret", async () => {
    const token = await server.enter("both-on", Role.id.Owner)
    await server.fetch("/api/auth/login", {
      method: "POST",
      body: { email: emailOf("both-on", Role.id.Vendor), password: "9100-wrong" }
    })
    const { text } = await server.fetch("/api/audit?action=auth.login-failed", { token })
    expect(text).toContain("vendor@both-on.example.com")
    expect(text).not.toContain("9100-wrong")
  })
})
