import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const reason = "Tenant requested code"
const codes = /\b91\d\d\b/

describe.each(homes)("a reveal, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let nextSerial = 10_000_000
  const companies = { acme: 0, open: 0, other: 0 }
  const facilities = { acme: 0, open: 0, other: 0 }
  const users = new Map<string, number>()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        for (const name of ["acme", "open", "other"] as const) {
          const made = yield* makeCompany(name, { hideLockCodes: name !== "open" })
          companies[name] = made.companyID
          facilities[name] = yield* makeFacility(made.companyID, `${name} St`)
          for (const [role, id] of made.users) users.set(`${name} ${role}`, id)
        }
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const serial = () => String((nextSerial += 1))
  const lock = async (
    facts: { company?: keyof typeof companies; status?: (typeof LockStatus.ids)[number]; active?: boolean } = {}
  ) => {
    const company = facts.company ?? "acme"
    const made = serial()
    const lockID = await server.run(
      makeLock({
        companyID: CompanyId.make(companies[company]),
        facilityID: FacilityId.make(facilities[company]),
        serial: made,
        code: "9142",
        status: facts.status ?? LockStatus.id.AssignedOverlock,
        unit: "B-1",
        active: facts.active ?? true
      })
    )
    return { lockID, serial: made }
  }
  const post = async (body: unknown, token = owner) => {
    const answer = await server.fetch("/api/locks/reveal-unlock-code", { method: "POST", token, body })
    return {
      answer,
      status: answer.status,
      ...(answer.json as { code?: string; error?: string; data?: Record<string, unknown> })
    }
  }
  const sql: TestServer["sql"] = (use) => server.sql(use)
  const reveals = (of: string) =>
    sql(
      (sql) => sql<Record<string, unknown>>`
      SELECT company_id, facility_id, lock_id, user_id, role_id, reason, lock_status, approval_status
      FROM reveals WHERE serial = ${of} ORDER BY reveal_id`
    )
  const audited = async (of: string, token = owner) => {
    const { data } = await server.call(token, (api) => api.audit.list({ query: { subject: of, order: "oldest" } }))
    return data.map(({ action, userName, payload }) => [
      action,
      userName,
      (JSON.parse(payload) as { reason: string }).reason
    ])
  }

  it.each(LockStatus.rows.map(({ id, label }) => [label, id] as const))(
    "shows the combination of a lock in status %s",
    async (_, status) => {
      const made = await lock({ status })
      const { answer, ...granted } = await post({ serialCode: made.serial, reason: `  ${reason} ` })
      expect(granted).toMatchObject({
        status: 200,
        success: true,
        data: {
          lockID: made.lockID,
          serialCode: made.serial,
          unlockCode: "9142",
          viewCount: 1,
          secondaryLockStatus: status,
          unitNumber: "B-1",
          facilityName: "acme St",
          auditSeq: expect.any(Number)
        }
      })
      expect(answer.headers.get("cache-control")).toBe("no-store")
      expect(await reveals(made.serial)).toEqual([
        {
          company_id: companies.acme,
          facility_id: facilities.acme,
          lock_id: made.lockID,
          user_id: users.get("acme 10"),
          role_id: 10,
          reason,
          lock_status: status,
          approval_status: 1
        }
      ])
      expect(await audited(made.serial)).toEqual([["reveals.approve", "Owner acme", reason]])
      const { data: logs } = await server.call(owner, (api) => api.locks.logs({ query: { lockID: made.lockID } }))
      expect(logs.map(({ logDescription }) => logDescription)).toEqual([`Combination viewed by Owner acme: ${reason}`])
    }
  )

  it("has its record where the response says", async () => {
    const made = await lock()
    const { data } = await post({ serialCode: made.serial, reason })
    const seq = Number(data?.["auditSeq"])
    const { data: records } = await server.call(owner, (api) => api.audit.list({ query: { from: seq + 1, count: 1 } }))
    expect(records).toMatchObject([
      { seq, action: "reveals.approve", subject: made.serial, userID: users.get("acme 10") }
    ])
    expect((await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
  })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))("by a %s", async (_, role) => {
    const made = await lock()
    const token = await server.enter("acme", role)
    const granted = await post({ serialCode: made.serial, reason }, token)
    if (role === Role.id.RestrictedPersonnel) {
      expect(granted).toMatchObject({
        status: 403,
        code: "RevealDenied",
        error: "You do not have permissions to see lock codes. Please contact your supervisor."
      })
    } else {
      expect(granted).toMatchObject({ status: 200, data: { unlockCode: "9142" } })
      const seesStatus = role !== Role.id.Vendor
      for (const key of ["secondaryLockStatus", "updatedBy", "statusName"])
        expect(key in (granted.data ?? {})).toBe(seesStatus)
    }
    const expected = role === Role.id.RestrictedPersonnel ? 2 : 1
    expect(await reveals(made.serial)).toMatchObject([
      { role_id: role, approval_status: expected, lock_id: made.lockID }
    ])
  })

  it("is refused and recorded without a meaningful reason", async () => {
    const made = await lock()
    const given = ["", " ", "N/A", "n/a", "Other", " other "]
    for (const text of given) {
      expect(await post({ serialCode: made.serial, reason: text })).toMatchObject({
        status: 422,
        code: "ReasonRequired"
      })
    }
    expect((await reveals(made.serial)).map((row) => [row["approval_status"], row["reason"]])).toEqual(
      given.map((text) => [2, text])
    )
    expect((await audited(made.serial)).map(([action]) => action)).toEqual(given.map(() => "reveals.reject"))
    expect(
      (await server.call(owner, (api) => api.locks.show({ params: { id: made.lockID }, query: {} }))).data.viewCount
    ).toBe(0)
  })

  it("accepts any other text as a reason, and stores it unchanged", async () => {
    const made = await lock()
    for (const text of [
      "x".repeat(500),
      "the tenant's \"gate\" \\ won't; DROP TABLE locks --",
      "Grüße 🔐\nzweite Zeile"
    ]) {
      expect((await post({ serialCode: made.serial, reason: text })).status).toBe(200)
    }
    expect((await audited(made.serial)).map(([, , text]) => text)).toEqual([
      "x".repeat(500),
      "the tenant's \"gate\" \\ won't; DROP TABLE locks --",
      "Grüße 🔐\nzweite Zeile"
    ])
    expect((await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
  })

  it.each([
    [{ serialCode: "12345678" }, "reason"],
    [{ serialCode: "12345678", reason: 2 }, "reason"],
    [{ serialCode: "12345678", reason: "x".repeat(501) }, "reason"],
    [{ serialCode: "1234567", reason }, "serialCode"],
    [{ reason }, "serialCode"],
    [{ serialCode: "12345678", reason: "nul \u0000" }, ""]
  ])("refuses %j as malformed", async (body, path) => {
    expect(await post(body)).toMatchObject({ status: 400, code: "Malformed", data: { issues: [{ path }] } })
  })

  it("is unavailable while the setting is off, for any status and reason; Restricted Personnel are denied first", async () => {
    const made = await lock({ company: "open", status: LockStatus.id.TenantUsingLock })
    const admin = await server.enter("open", Role.id.Admin)
    expect(await post({ serialCode: made.serial, reason }, admin)).toMatchObject({
      status: 422,
      code: "RevealNotOffered"
    })
    const restricted = await server.enter("open", Role.id.RestrictedPersonnel)
    expect(await post({ serialCode: made.serial, reason: "N/A" }, restricted)).toMatchObject({
      status: 403,
      code: "RevealDenied"
    })
    expect((await reveals(made.serial)).map((row) => row["approval_status"])).toEqual([2, 2])
  })

  it("answers an unknown, a foreign and an inactive serial code alike, and records each", async () => {
    const theirs = await lock({ company: "other" })
    const gone = await lock({ active: false })
    const unknown = serial()
    const answers = []
    for (const of of [unknown, theirs.serial, gone.serial]) answers.push(await post({ serialCode: of, reason }))
    for (const { answer } of answers) {
      expect(answer.status).toBe(404)
      expect({ ...(answer.json as object), requestId: "" }).toEqual({
        error: "A lock matching the entered serial code could be found.",
        code: "LockNotFound",
        requestId: ""
      })
    }
    expect(await reveals(theirs.serial)).toMatchObject([
      { company_id: companies.acme, facility_id: null, lock_id: null, lock_status: null, approval_status: 2 }
    ])
    for (const of of [unknown, theirs.serial, gone.serial]) {
      expect(await audited(of)).toEqual([["reveals.reject", "Owner acme", reason]])
    }
    expect(await audited(theirs.serial, await server.enter("other", Role.id.Owner))).toEqual([])
  })

  it("counts each view once under concurrent requests", async () => {
    const made = await lock()
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ serialCode: made.serial, reason })))
    const counts = answers.map(({ data }) => Number(data?.["viewCount"])).toSorted((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
    expect(new Set(answers.map(({ data }) => data?.["auditSeq"])).size).toBe(12)
    expect(await reveals(made.serial)).toHaveLength(12)
    expect((await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
  })

  describe.each([
    [
      "the audit table is missing",
      "ALTER TABLE audit_records RENAME TO elsewhere",
      "ALTER TABLE elsewhere RENAME TO audit_records"
    ],
    [
      "the audit table refuses the record",
      "CREATE TRIGGER full_up BEFORE INSERT ON audit_records FOR EACH ROW EXECUTE FUNCTION refuse_record()",
      "DROP TRIGGER full_up ON audit_records"
    ],
    [
      "the record fails at the commit",
      `CREATE CONSTRAINT TRIGGER full_up AFTER INSERT ON audit_records DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION refuse_record()`,
      "DROP TRIGGER full_up ON audit_records"
    ]
  ])("while %s", (_, breaking, fixing) => {
    it("returns no combination, and isn't recorded", async () => {
      await sql((sql) =>
        sql.unsafe(`CREATE OR REPLACE FUNCTION refuse_record() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the record 9142 is refused'; END $$`)
      )
      const made = await lock()
      await sql((sql) => sql.unsafe(breaking))
      const granted = await post({ serialCode: made.serial, reason })
      const rejected = await post({ serialCode: made.serial, reason: "N/A" })
      await sql((sql) => sql.unsafe(fixing))
      for (const refused of [granted, rejected]) {
        expect(refused).toMatchObject({
          status: 503,
          code: "Unavailable",
          error: "We couldn't write the audit record, so nothing was revealed.",
          data: { what: "audit" }
        })
        expect(refused.answer.headers.get("retry-after")).toBe("5")
        expect(refused.answer.text).not.toMatch(codes)
      }
      expect(await reveals(made.serial)).toEqual([])
      expect(await audited(made.serial)).toEqual([])
      const { data } = await server.call(owner, (api) => api.locks.show({ params: { id: made.lockID }, query: {} }))
      expect(data.viewCount).toBe(0)
      expect((await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
      expect((await post({ serialCode: made.serial, reason })).data?.["unlockCode"]).toBe("9142")
    })
  })

  it("leaves no combination in the server's log", async () => {
    const personnel: RoleId = Role.id.Personnel
    const made = await lock()
    await post({ serialCode: made.serial, reason }, await server.enter("acme", personnel))
    expect(server.logged()).toContain("Refused a reveal because it could not be recorded")
    const lines = server
      .logged()
      .split("\n")
      .filter((line) => codes.test(line))
    // Only the broken trigger's own message may contain it.
    expect(lines.filter((line) => !line.includes("the record 9142 is refused"))).toEqual([])
  })
})
