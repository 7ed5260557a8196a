import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId, type UserId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { contractCalls } from "../../support/contract.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { type Row, table } from "./callTable.ts"

const pathOf = ({ path }: Row) => `/api${path}`.replace(/\?.*/, "")

describe("the table of calls", () => {
  it("has every call of the contract, by method and path, and no other", () => {
    const inTable = Object.entries(table).map(([name, row]) => `${name} ${row.method ?? "GET"} ${pathOf(row)}`)
    const inContract = contractCalls.map(
      ({ name, method, path }) =>
        `${name} ${method} ${path
          .replace(":id", "999999")
          .replace(":serialCode", "99999999")
          .replace(":role", "11")
          .replace(":subdomainUrl", "none")
          .replace(/:(row|image)/, "2")}`
    )
    expect(inTable.toSorted()).toEqual(inContract.toSorted())
  })
})

// Access is decided before any SQL, so one database is enough.
describe("permissions", () => {
  let server: TestServer
  let maple: FacilityId
  let another = 0
  let users = new Map<RoleId, UserId>()
  const own = { "11": { "1": 0, "2": 2, "13": 1 } }
  beforeAll(async () => {
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        users = acme.users
        maple = yield* makeFacility(acme.companyID, "Maple St")
        const oak = yield* makeFacility(acme.companyID, "Oak Ave")
        const lock = (serial: string, facilityID: FacilityId | null) =>
          makeLock({ companyID: acme.companyID, facilityID, serial, code: "1234", status: LockStatus.id.Available })
        yield* lock("10000001", maple)
        yield* lock("10000002", oak)
        yield* lock("10000003", null)
        yield* makeCompany("keeps", { roleOverrides: { "4": { "6": AccessLevel.id.Read } } })
        another = (yield* makeCompany("another")).companyID
        yield* makeCompany("custom", { roleOverrides: own })
        yield* makeCompany("plus", { roleOverrides: own, tier: Tier.id.Plus })
        yield* makeCompany("lapsed", { roleOverrides: own, paidThrough: new Date("2021-01-01T00:00:00Z") })
        yield* makeCompany("suspended", { roleOverrides: own, suspended: true })
      })
    )
  })
  afterAll(() => server.close())

  const send = (row: Row, token?: string, query = "") =>
    server.fetch(`/api${row.path}${query === "" ? "" : `${row.path.includes("?") ? "&" : "?"}${query}`}`, {
      method: row.method,
      body: row.body,
      token
    })
  type Answer = Awaited<ReturnType<typeof send>>
  const codeOf = (answer: Answer) => (answer.json as { code?: string }).code
  const outcome = (answer: Answer) => (answer.status === 200 ? 200 : [answer.status, codeOf(answer)])

  /** A session per role, until a change that succeeds may have ended it or changed what it sees. */
  const sessions = new Map<RoleId, string>()
  const sessionOf = async (role: RoleId): Promise<string> => {
    const token = sessions.get(role) ?? (await server.enter("acme", role))
    sessions.set(role, token)
    return token
  }

  describe.each(Object.entries(table))("%s", (name, row) => {
    it.each(Role.rows.map(({ id, label }) => [label, id] as const))("for a %s", async (_, role) => {
      const token = await sessionOf(role)
      const answer = await send(row, token)
      if (answer.status === 200 && row.method !== undefined) sessions.delete(role)
      const [first, needed = 0, also] = typeof row.needs === "string" ? [] : row.needs
      const areas = [first, also].filter((area) => area !== undefined)
      const area = areas.find((each) => settledLevel(role, each) < needed)
      if (area !== undefined) {
        expect(answer.status).toBe(403)
        expect(answer.json).toEqual({
          code: "AccessDenied",
          error: `Insufficient Permissions: this needs ${AccessLevel.label(needed)} on ${Area.label(area)}.`,
          requestId: answer.headers.get("x-request-id"),
          data: { area, level: needed }
        })
      } else if (row.only !== undefined && !row.only.includes(role)) {
        expect(answer.status).toBe(403)
        expect(answer.json).toMatchObject({
          code: "RoleNotAllowed",
          error: expect.stringMatching(/^Insufficient Permissions: this needs (the role|a role other than) /),
          data: { roles: row.only }
        })
      } else {
        expect([name, role, outcome(answer)]).toEqual([name, role, row.instead?.[role] ?? row.answers])
      }
      // Naming another company makes no difference.
      const there = await send(row, token, `companyID=${another}`)
      expect([name, role, outcome(there)]).toEqual([
        name,
        role,
        name === "auth.logout" ? [401, "SignedOut"] : outcome(answer)
      ])
    })

    it("without a session", async () => {
      const answer = await send(row)
      expect(outcome(answer)).toEqual(row.needs === "anybody" ? row.answers : [401, "SignedOut"])
    })
  })

  it("of a company's own apply only while CustomRoles is On", async () => {
    const activate = table["locks.activate"] ?? expect.unreachable()
    const search = table["locks.search"] ?? expect.unreachable()
    const audit = table["audit.list"] ?? expect.unreachable()
    const ofVendor = async (company: string) => {
      const token = await server.enter(company, Role.id.Vendor)
      return Promise.all([activate, search, audit].map((row) => send(row, token).then(outcome)))
    }
    const denied = [403, "AccessDenied"]
    expect(await ofVendor("custom")).toEqual([[404, "FacilityNotFound"], denied, 200])
    for (const company of ["plus", "lapsed", "suspended", "acme"]) {
      expect([company, await ofVendor(company)]).toEqual([company, [denied, 200, denied]])
    }
    const admin = await server.enter("custom", Role.id.Admin)
    expect(outcome(await send(audit, admin))).toBe(200)
  })

  it("to transfer facilities can be removed while that to edit them stays", async () => {
    const admin = await server.enter("keeps", Role.id.Admin)
    for (const name of ["transfers.initiate", "transfers.cancel", "transfers.accept"]) {
      const answer = await send(table[name] ?? expect.unreachable(), admin)
      expect([name, outcome(answer)]).toEqual([name, [403, "AccessDenied"]])
      expect((answer.json as { data: unknown }).data).toEqual({ area: 6, level: AccessLevel.id.Write })
    }
    expect(outcome(await send(table["facilities.update"] ?? expect.unreachable(), admin))).not.toEqual([
      403,
      "AccessDenied"
    ])
  })

  it("of a lapsed or suspended subscription come with features to upgrade", async () => {
    const features = async (company: string) => {
      const { data } = await server.call(await server.enter(company, Role.id.Owner), (api) =>
        api.auth.user({ query: {} })
      )
      return Object.values(data.Features).map(({ accessLevel }) => accessLevel)
    }
    expect(await features("acme")).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    for (const company of ["lapsed", "suspended"]) {
      expect(await features(company)).toEqual([2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1])
    }
  })

  it("of a user restricted to some facilities cover only those: locks, logs, activation, reveal, lists and totals", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        UPDATE users SET facility_ids = ${[maple]}::int[] WHERE user_id = ${userIn(users, Role.id.Personnel)}`
      )
    )
    const token = await server.enter("acme", Role.id.Personnel)
    const all = await server.call(await server.enter("acme", Role.id.Owner), (api) => api.locks.search({ query: {} }))
    expect(all.totalCount).toBe(3)
    const oakLock = all.data.find(({ serialCode }) => serialCode === "10000002") ?? expect.unreachable()

    const found = await server.call(token, (api) => api.locks.search({ query: {} }))
    expect([found.data.map(({ serialCode }) => serialCode), found.totalCount]).toEqual([["10000001", "10000003"], 2])
    const elsewhere = await server.call(token, (api) =>
      api.locks.search({ query: { filter: `facilityID=${oakLock.facilityID}` } })
    )
    expect(elsewhere).toEqual({ success: true, data: [], totalCount: 0 })
    const exported = await server.call(token, (api) => api.locks.search({ query: { count: 10_000_000 } }))
    expect(exported.data.map(({ serialCode }) => serialCode)).toEqual(["10000001", "10000003"])
    const synced = await server.call(token, (api) => api.locks.sync({ query: {} }))
    expect(synced.data.map(({ serialCode }) => serialCode).toSorted()).toEqual(["10000001", "10000003"])
    const { data: facilities } = await server.call(token, (api) => api.facilities.list({ query: {} }))
    expect(facilities.map(({ facilityName }) => facilityName)).toEqual(["Maple St"])

    const refusals = await Promise.all([
      server.refused(token, (api) => api.locks.show({ params: { id: oakLock.lockID }, query: {} })),
      server.refused(token, (api) => api.locks.logs({ query: { lockID: oakLock.lockID } })),
      server.refused(token, (api) =>
        api.locks.reveal({ query: {}, payload: { serialCode: "10000002", reason: "Tenant requested code" } })
      ),
      server.refused(token, (api) =>
        api.locks.activate({
          query: {},
          payload: { serialCode: "10000003", facilityID: FacilityId.make(oakLock.facilityID ?? 0) }
        })
      )
    ])
    expect(refusals.map(({ _tag }) => _tag)).toEqual([
      "LockNotFound",
      "LockNotFound",
      "LockNotFound",
      "FacilityNotFound"
    ])
    const { data: revealed } = await server.call(token, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode: "10000001", reason: "Tenant requested code" } })
    )
    expect(revealed.unlockCode).toBe("1234")
  })
})
