import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { contractCalls } from "../../support/contract.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Row {
  /** Nobody in particular, anybody signed in, or the area (or both areas) and level; with `only`, of these roles alone. */
  readonly needs: "anybody" | "session" | readonly [area: number, level: number, also?: number]
  readonly only?: ReadonlyArray<number>
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  /** What the call answers to who may make it; of a request that then fails for another reason, its status and code. */
  readonly answers: number | readonly [status: number, code: string]
  /** What it answers to a role that its permission lets in and its subject's rule does not. */
  readonly instead?: Readonly<Record<number, readonly [status: number, code: string]>>
}

const read = 1
const write = 2

/** Every call, with the area and level it needs: written by hand from 000 §6, 001 §6 and the settled readings. */
const table: Readonly<Record<string, Row>> = {
  "auth.login": {
    needs: "anybody",
    method: "POST",
    path: "/auth/login",
    body: { email: "x", password: "x" },
    answers: [401, "WrongCredentials"]
  },
  "auth.logout": { needs: "session", method: "POST", path: "/auth/logout", answers: 200 },
  "auth.user": { needs: "session", path: "/auth/user", answers: 200 },
  "auth.tokenFromUser": { needs: "session", path: "/auth/token-from-user", answers: 200 },
  "auth.userFromToken": { needs: "anybody", path: "/auth/user-from-token?uid=x", answers: [410, "LinkExpired"] },
  "auth.store": { needs: "anybody", path: "/auth/store", answers: 200 },
  "auth.forgotPassword": {
    needs: "anybody",
    method: "PUT",
    path: "/auth/forgot-password?resetLink=http%3A%2F%2Flocalhost%2Fsetpassword",
    body: { email: "x" },
    answers: 200
  },
  "auth.updatePasswordWithToken": {
    needs: "anybody",
    method: "PUT",
    path: "/auth/update-password-with-token",
    body: { uid: "x", password: "x" },
    answers: [422, "PasswordRefused"]
  },
  "auth.featureFlag": { needs: "session", path: "/utils/feature-flag?flag=HideLockCodes", answers: 200 },
  "locks.sync": { needs: [1, read], path: "/locks", answers: 200 },
  "locks.search": { needs: [1, read], path: "/locks/search", answers: 200 },
  "locks.logs": { needs: [1, read], path: "/locks/logs?lockID=999999", answers: [404, "LockNotFound"] },
  "locks.log": { needs: [1, read], path: "/locks/logs/999999", answers: [404, "LogNotFound"] },
  "locks.show": { needs: [1, read], path: "/locks/999999", answers: [404, "LockNotFound"] },
  "locks.activate": {
    needs: [2, write],
    method: "POST",
    path: "/locks/activate-lock",
    body: { serialCode: "99999999", facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "locks.reveal": {
    needs: [1, read],
    method: "POST",
    path: "/locks/reveal-unlock-code",
    body: { serialCode: "99999999", reason: "Remove Overlock" },
    answers: [404, "LockNotFound"],
    /** Their permission reaches; the rule of 001 §6 does not. */
    instead: { 9: [403, "RevealDenied"] }
  },
  "lockChanges.update": {
    needs: [1, write],
    method: "PUT",
    path: "/locks/update-lock",
    body: { lockID: 999999, color: -256 },
    answers: [404, "LockNotFound"]
  },
  "lockChanges.transfer": {
    needs: [1, write],
    method: "PUT",
    path: "/locks/transfer-lock",
    body: { lockID: 999999, facilityID: 999999 },
    answers: [404, "LockNotFound"]
  },
  "lockChanges.undo": {
    needs: [1, read],
    method: "POST",
    path: "/locks/undo",
    body: { auditSeq: 999999 },
    answers: [409, "UndoRefused"]
  },
  "jobs.activate": {
    needs: [2, write],
    method: "POST",
    path: "/jobs/activate",
    body: { source: "x", fingerprint: "12345678", facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "jobs.assign": {
    needs: [3, write, 2],
    method: "POST",
    path: "/jobs/assign",
    body: { source: "x", fingerprint: "12345678", facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "jobs.setStatus": {
    needs: [1, write],
    method: "POST",
    path: "/jobs/set-status",
    body: { source: "x", fingerprint: "12345678", secondaryLockStatus: 1002 },
    answers: 200
  },
  // Whose job it is decides: to everybody else there is none.
  "jobs.addRows": {
    needs: "session",
    method: "POST",
    path: "/jobs/999999/rows",
    body: { rows: [{ row: 1, serialCode: "x" }] },
    answers: [404, "JobNotFound"]
  },
  "jobs.plan": { needs: "session", method: "POST", path: "/jobs/999999/plan", answers: [404, "JobNotFound"] },
  "jobs.apply": { needs: "session", method: "POST", path: "/jobs/999999/apply", answers: [404, "JobNotFound"] },
  "jobs.resume": { needs: "session", method: "POST", path: "/jobs/999999/resume", answers: [404, "JobNotFound"] },
  "jobs.cancel": { needs: "session", method: "POST", path: "/jobs/999999/cancel", answers: [404, "JobNotFound"] },
  "jobs.list": { needs: "session", path: "/jobs", answers: 200 },
  "jobs.show": { needs: "session", path: "/jobs/999999", answers: [404, "JobNotFound"] },
  "jobs.rows": { needs: "session", path: "/jobs/999999/rows", answers: [404, "JobNotFound"] },
  "jobs.failedCsv": { needs: "session", path: "/jobs/999999/failed", answers: [404, "JobNotFound"] },
  "jobs.bulkActivate": {
    needs: [2, write],
    method: "POST",
    path: "/locks/bulk-activate",
    body: { batchID: "x" },
    answers: 200
  },
  "inventory.assign": {
    needs: [3, write, 2],
    method: "POST",
    path: "/locks/assign-inventory-locks",
    body: { lockIds: [999999], facilityId: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "returns.process": {
    needs: [11, write],
    method: "POST",
    path: "/locks/process-lock-returns",
    body: [],
    answers: [422, "NoLockReturned"]
  },
  "returns.resend": {
    needs: [11, write],
    method: "POST",
    path: "/locks/historic-process-locks-reports",
    body: { reportId: 999999, recipientId: 999999 },
    answers: [404, "ReportNotFound"]
  },
  "returns.reports": {
    needs: [11, read],
    path: "/reports/returned-locks/facilities/999999",
    answers: [404, "FacilityNotFound"]
  },
  "returns.report": {
    needs: [11, read],
    path: "/reports/returned-locks/reports/999999",
    answers: [404, "ReportNotFound"]
  },
  "facilities.list": { needs: [5, read], path: "/facilities", answers: 200 },
  "facilities.show": { needs: [5, read, 14], path: "/facilities/999999", answers: [404, "FacilityNotFound"] },
  "facilities.add": {
    needs: [5, write],
    only: [1, 2, 3, 4, 6, 10],
    method: "POST",
    path: "/facilities/add",
    body: { facilityName: "", phoneNumber: "" },
    answers: [422, "FacilityRefused"]
  },
  "facilities.update": {
    needs: [5, write],
    only: [1, 2, 3, 4, 6, 10],
    method: "PUT",
    path: "/facilities/update",
    body: { facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "facilities.remove": {
    needs: [5, write],
    only: [1, 2, 3, 4, 6, 10],
    method: "DELETE",
    path: "/facilities/999999",
    answers: [404, "FacilityNotFound"]
  },
  "facilities.toggleApi": {
    needs: [10, write],
    method: "POST",
    path: "/companies/toggle-exclude-facility?facilityID=999999",
    answers: [404, "FacilityNotFound"]
  },
  "transfers.initiate": {
    needs: [5, write],
    only: [1, 2, 3, 4, 6, 10],
    method: "POST",
    path: "/facilities/initiate-facility-transfer",
    body: { facilityID: 999999, email: "somebody@elsewhere.example.com" },
    answers: [404, "FacilityNotFound"]
  },
  "transfers.offer": { needs: [5, write], path: "/facilities/facility-token?token=x", answers: [404, "TransferNotFound"] },
  "transfers.accept": {
    needs: [5, write],
    only: [4, 10],
    method: "POST",
    path: "/facilities/accept-facility-transfer",
    body: { token: "x" },
    answers: [404, "TransferNotFound"]
  },
  "users.list": { needs: [7, read], path: "/users", answers: 200 },
  "registry.import": {
    needs: [2, write],
    only: [1, 2],
    method: "POST",
    path: "/registry/import",
    body: { rows: [{ row: 1, serialCode: "x", unlockCode: "x" }] },
    answers: 200
  },
  "audit.list": { needs: [13, read], path: "/audit", answers: 200 },
  "audit.verify": { needs: [13, read], path: "/audit/verify", answers: 200 },
  "exports.locks": {
    needs: [1, read],
    method: "POST",
    path: "/locks/export",
    body: { format: "csv", filter: "serialCode=99999999", columns: ["serialCode"] },
    answers: 200
  },
  "exports.rows": {
    needs: "session",
    method: "POST",
    path: "/exports/rows",
    body: { format: "csv", name: "x", sheet: "x", columns: [{ title: "x", kind: "text" }], rows: [] },
    answers: 200
  },
  "support.ticket": {
    needs: "session",
    method: "POST",
    path: "/customer-service/ticket",
    body: {},
    answers: [415, "WrongContentType"]
  },
  "support.bulkActivationTicket": {
    needs: "session",
    method: "POST",
    path: "/customer-service/bulk-activation-ticket",
    body: { subject: "", description: "" },
    answers: [422, "TicketRefused"]
  },
  "outbox.list": { needs: [7, read], only: [1, 2], path: "/outbox", answers: 200 }
}

const pathOf = ({ path }: Row) => `/api${path}`.replace(/\?.*/, "")

describe("the table of the calls", () => {
  it("has every call of the contract, by its method and address, and no other", () => {
    const inTable = Object.entries(table).map(([name, row]) => `${name} ${row.method ?? "GET"} ${pathOf(row)}`)
    const inContract = contractCalls.map(
      ({ name, method, path }) => `${name} ${method} ${path.replace(":id", "999999")}`
    )
    expect(inTable.toSorted()).toEqual(inContract.toSorted())
  })
})

describe.each(homes)("permissions, on $name", (home) => {
  let server: TestServer
  let maple = 0
  let users = new Map<RoleId, number>()
  const own = { "11": { "1": 0, "2": 2, "13": 1 } }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        users = acme.users
        maple = yield* makeFacility(acme.companyID, "Maple St")
        const oak = yield* makeFacility(acme.companyID, "Oak Ave")
        const lock = (serial: string, facilityID: number | null) =>
          makeLock({ companyID: acme.companyID, facilityID, serial, code: "1234", status: LockStatus.id.Available })
        yield* lock("10000001", maple)
        yield* lock("10000002", oak)
        yield* lock("10000003", null)
        yield* makeCompany("custom", { roleOverrides: own })
        yield* makeCompany("plus", { roleOverrides: own, tier: Tier.id.Plus })
        yield* makeCompany("lapsed", { roleOverrides: own, paidThrough: new Date("2021-01-01T00:00:00Z") })
        yield* makeCompany("suspended", { roleOverrides: own, suspended: true })
      })
    )
  })
  afterAll(() => server.close())

  const send = (row: Row, token?: string) =>
    server.fetch(`/api${row.path}`, {
      ...(row.method === undefined ? {} : { method: row.method }),
      ...(row.body === undefined ? {} : { body: row.body }),
      ...(token === undefined ? {} : { token })
    })
  type Answer = Awaited<ReturnType<typeof send>>
  const codeOf = (answer: Answer) => (answer.json as { code?: string }).code
  const outcome = (answer: Answer) => (answer.status === 200 ? 200 : [answer.status, codeOf(answer)])

  describe.each(Object.entries(table))("%s", (name, row) => {
    it.each(Role.rows.map(({ id, label }) => [label, id] as const))("for a %s", async (_, role) => {
      const answer = await send(row, await server.enter("acme", role))
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
          error: "Insufficient Permissions: only Super Admin and Site Admin may do this.",
          data: { roles: row.only }
        })
      } else {
        expect([name, role, outcome(answer)]).toEqual([name, role, row.instead?.[role] ?? row.answers])
      }
    })

    it("for nobody", async () => {
      const answer = await send(row)
      expect(outcome(answer)).toEqual(row.needs === "anybody" ? row.answers : [401, "SignedOut"])
    })
  })

  it("of a company's own hold while CustomRoles is On, and only then", async () => {
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

  it("of a lapsed or suspended subscription come with features to be bought again", async () => {
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

  it("of a user confined to facilities end there: locks, logs, activation, reveal, lists and totals", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        UPDATE users SET facility_ids = ${[maple]}::int[] WHERE user_id = ${users.get(Role.id.Personnel) ?? 0}`
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
        api.locks.activate({ query: {}, payload: { serialCode: "10000003", facilityID: oakLock.facilityID ?? 0 } })
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
