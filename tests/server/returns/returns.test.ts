import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, LockId, UserId } from "#core/base/ids.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, laterIds, makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Body {
  readonly code?: string
  readonly error?: string
  readonly message?: string
  readonly data: Record<string, unknown>
}

describe.each(usualHomes)("lock returns, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let nextSerial = 70_000_000
  const at = laterIds(FacilityId, "maple", "oak", "theirs")
  const company = laterIds(CompanyId, "acme", "open", "other")
  const people = laterIds(UserId, "recipient", "gone", "theirs")
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const acme = yield* makeCompany("acme", { hideLockCodes: false })
        const other = yield* makeCompany("other")
        company.acme = acme.companyID
        company.other = other.companyID
        people.recipient = userIn(acme.users, Role.id.Admin)
        people.theirs = userIn(other.users, Role.id.Admin)
        people.gone = userIn(acme.users, Role.id.SiteCallCenterAgent)
        yield* sql`UPDATE users SET is_active = false WHERE user_id = ${people.gone}`
        at.maple = yield* makeFacility(company.acme, "Maple St")
        at.oak = yield* makeFacility(company.acme, "Oak Ave")
        at.theirs = yield* makeFacility(company.other, "Theirs")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const lock = async (
    status: LockStatusId = 1003,
    more: { unit?: string; facilityID?: FacilityId | null; companyID?: CompanyId } = {}
  ) => {
    const serial = String((nextSerial += 1))
    const facts = { companyID: company.acme, facilityID: at.maple, serial, code: "9182", status, ...more }
    return { serial, lockID: await server.run(makeLock(facts)) }
  }
  const post = async (path: string, body: unknown, token = owner) => {
    const answer = await server.fetch(`/api${path}`, { method: "POST", token, body })
    return { status: answer.status, text: answer.text, ...(answer.json as Body) }
  }
  const process = (returns: unknown, token = owner, to: number | null = people.recipient) =>
    post(`/locks/process-lock-returns${to === null ? "" : `?recipientID=${to}`}`, returns, token)
  const one = (lockID: number, status: number, more: object = {}) => ({
    lockID,
    updateSecondaryLockStatusTo: status,
    ...more
  })
  const get = async (path: string, token = owner) => {
    const answer = await server.fetch(`/api${path}`, { token })
    return {
      status: answer.status,
      text: answer.text,
      ...(answer.json as { code?: string; data: ReadonlyArray<Record<string, unknown>> })
    }
  }
  const mails = async () =>
    (await server.call(await server.enter("acme", Role.id.SuperAdmin), (api) => api.outbox.list({ query: {} }))).data
  const show = async (lockID: LockId) =>
    (await server.call(owner, (api) => api.locks.show({ params: { id: lockID }, query: {} }))).data

  it("sets each lock's status, stores the report, and emails it without combinations", async () => {
    const returned = [
      await lock(1003, { unit: "A-1" }),
      await lock(1003, { unit: "A-2" }),
      await lock(1003, { unit: "A-3" }),
      await lock()
    ]
    const statuses = [1001, 1002, 1006, 1007]
    const done = await process(returned.map(({ lockID }, nth) => one(lockID, statuses[nth] ?? 0)))
    expect(done).toMatchObject({
      status: 200,
      message: "Sent successfully",
      data: { sent: true, reportId: expect.any(Number) }
    })
    const now = await Promise.all(returned.map(({ lockID }) => show(lockID)))
    expect(now.map(({ secondaryLockStatus, unitNumber }) => [secondaryLockStatus, unitNumber])).toEqual([
      [1001, null],
      [1002, null],
      [1006, "A-3"],
      [1007, null]
    ])
    const records = await server.call(owner, (api) => api.audit.list({ query: { action: "returns.process" } }))
    expect(records.data).toHaveLength(4)
    const [sent] = (await server.call(owner, (api) => api.audit.list({ query: { action: "returns.send" } }))).data
    expect(sent).toMatchObject({ subject: emailOf("acme", Role.id.Admin) })

    const [mail] = await mails()
    expect(mail).toMatchObject({ to: emailOf("acme", Role.id.Admin), subject: "Returned locks at Maple St" })
    for (const { serial } of returned) expect(mail?.body).toContain(serial)
    expect(mail?.body).toContain(`${returned[0]?.serial}  Available  unit A-1`)
    expect(mail?.body).toMatch(/^Owner acme processed 4 returned locks at Maple St on [\d/]+ \d+:\d\d [AP]M \(UTC\):/)
    expect(mail?.body).not.toContain("9182")

    const { data: reports } = await get(`/reports/returned-locks/facilities/${at.maple}`)
    expect(reports[0]).toMatchObject({
      reportId: done.data["reportId"],
      createdBy: "Owner acme",
      recipient: "Admin acme",
      locks: 4
    })
    const report = await get(`/reports/returned-locks/reports/${reports[0]?.["reportId"]}`)
    expect(
      report.data.map((row) => [row["serialCode"], row["unitNumber"], row["secondaryLockStatus"], row["unlockCode"]])
    ).toEqual([
      [returned[0]?.serial, "A-1", 1001, "9182"],
      [returned[1]?.serial, "A-2", 1002, "9182"],
      // Masked by its status for every user.
      [returned[2]?.serial, "A-3", 1006, null],
      [returned[3]?.serial, null, 1007, "9182"]
    ])
    expect(report.data[0]).toMatchObject({
      facilityName: "Maple St",
      updatedBy: "Owner acme",
      updatedOn: reports[0]?.["createdOn"]
    })
    // A combination is masked as soon as its lock's status requires it, even in an old report.
    await server.call(owner, (api) =>
      api.lockChanges.update({
        query: {},
        payload: { lockID: LockId.make(returned[0]?.lockID ?? 0), secondaryLockStatus: 1008, unitNumber: "Z" }
      })
    )
    const later = await get(`/reports/returned-locks/reports/${reports[0]?.["reportId"]}`)
    expect(later.data[0]).toMatchObject({ secondaryLockStatus: 1001, unlockCode: null })
  })

  it("sends an earlier report again, to any recipient", async () => {
    const { lockID } = await lock()
    const { data } = await process([one(lockID, 1001)])
    const before = (await mails()).length
    const owners = await server.call(owner, (api) => api.auth.user({ query: {} }))
    const again = await post("/locks/historic-process-locks-reports", {
      reportId: data["reportId"],
      recipientId: owners.data.userID
    })
    expect(again).toMatchObject({
      status: 200,
      message: "Sent successfully",
      data: { sent: true, reportId: data["reportId"] }
    })
    const after = await mails()
    expect([after.length, after[0]?.to]).toEqual([before + 1, emailOf("acme", Role.id.Owner)])
    for (const recipientId of [people.gone, people.theirs, 999_999]) {
      const refused = await post("/locks/historic-process-locks-reports", { reportId: data["reportId"], recipientId })
      expect(refused).toMatchObject({ status: 404, code: "RecipientNotFound" })
    }
  })

  it("reports a missing lock or recipient", async () => {
    expect(await process([])).toMatchObject({
      status: 422,
      code: "NoLockReturned",
      error: "Please update at least one lock"
    })
    const { lockID } = await lock()
    expect(await process([one(lockID, 1001)], owner, null)).toMatchObject({
      status: 422,
      code: "RecipientMissing",
      error: "Please select a user to send the report to"
    })
    for (const to of [people.gone, people.theirs, 999_999]) {
      expect(await process([one(lockID, 1001)], owner, to)).toMatchObject({ status: 404, code: "RecipientNotFound" })
    }
    expect((await show(lockID)).secondaryLockStatus).toBe(1003)
  })

  it("processes all or none, and names the locks that are not returns", async () => {
    const good = await lock()
    const theirs = await lock(1003, { companyID: company.other, facilityID: at.theirs })
    const wrong = [
      [one(0, 1001)],
      [one(2_000_000_000, 1001)],
      [one(theirs.lockID, 1001)],
      [one((await lock(1001)).lockID, 1002)],
      [one((await lock(1003, { facilityID: at.oak })).lockID, 1001)],
      [one((await lock(1003, { facilityID: null })).lockID, 1001)],
      [one(good.lockID, 1002)]
    ]
    const before = (await mails()).length
    for (const more of wrong) {
      const answer = await process([one(good.lockID, 1001), ...more])
      expect(answer).toMatchObject({
        status: 422,
        code: "ReturnsRefused",
        error: "Something went wrong with the locks",
        data: { lockIDs: [more[0]?.lockID] }
      })
    }
    expect((await show(good.lockID)).secondaryLockStatus).toBe(1003)
    expect(await mails()).toHaveLength(before)
    for (const status of [1003, 1004, 1]) expect((await process([one(good.lockID, status)])).status).toBe(400)
  })

  it("names only the locks that are not returns, although they come first", async () => {
    const stray = [await lock(1003, { facilityID: null }), await lock(1001, { facilityID: at.oak })]
    const good = await lock()
    for (const { lockID } of stray) {
      expect(await process([one(lockID, 1002), one(good.lockID, 1001)])).toMatchObject({
        code: "ReturnsRefused",
        data: { lockIDs: [lockID] }
      })
    }
  })

  it("refuses a lock that changed since it was read", async () => {
    const { lockID } = await lock()
    const { updatedOn } = await show(lockID)
    await server.call(owner, (api) => api.lockChanges.update({ query: {}, payload: { lockID, color: -256 } }))
    expect(await process([one(lockID, 1001, { updatedOn })])).toMatchObject({
      status: 409,
      code: "LockChangedMeanwhile",
      data: { lockID, color: -256 }
    })
  })

  it("applies one lock per unit to Tenant Using Lock", async () => {
    const [a, b] = [await lock(1003, { unit: "S-1" }), await lock(1006, { unit: "S-1" })]
    const only = (n: number) =>
      server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE companies SET locks_per_unit = ${n} WHERE company_id = ${company.acme}`
        )
      )
    await only(1)
    expect(await process([one(a.lockID, 1006)])).toMatchObject({
      status: 422,
      code: "UnitRefused",
      data: { reason: "Taken", lockID: a.lockID }
    })
    await only(4)
    expect((await process([one(a.lockID, 1006)])).status).toBe(200)
    expect((await show(b.lockID)).unitNumber).toBe("S-1")
  })

  it("succeeds when the mail provider refuses the report, and says so", async () => {
    const { lockID } = await lock()
    await server.sql((sql) => sql`ALTER TABLE outbox RENAME TO outbox_away`)
    const done = await process([one(lockID, 1001)])
    await server.sql((sql) => sql`ALTER TABLE outbox_away RENAME TO outbox`)
    expect(done).toMatchObject({ status: 200, message: "Failed to send", data: { sent: false } })
    expect((await show(lockID)).secondaryLockStatus).toBe(1001)
    const again = await post("/locks/historic-process-locks-reports", {
      reportId: done.data["reportId"],
      recipientId: people.recipient
    })
    expect(again.message).toBe("Sent successfully")
  })

  it("reveals nothing to another company, byte for byte", async () => {
    const { lockID } = await lock()
    const { data } = await process([one(lockID, 1001)])
    const token = await server.enter("other", Role.id.Owner)
    const plain = (answer: { text: string }) => answer.text.replace(/"requestId":"[^"]*"/, "").replace(/\b\d+\b/g, "#")
    const paths = [
      [`/reports/returned-locks/facilities/${at.maple}`, "/reports/returned-locks/facilities/999999"],
      [`/reports/returned-locks/reports/${data["reportId"]}`, "/reports/returned-locks/reports/999999"]
    ] as const
    for (const [foreign, unknown] of paths) {
      const answer = await get(foreign, token)
      expect(answer.status).toBe(404)
      expect(plain(answer)).toBe(plain(await get(unknown, token)))
    }
    const body = { reportId: data["reportId"], recipientId: people.theirs }
    expect(await post("/locks/historic-process-locks-reports", body, token)).toMatchObject({
      status: 404,
      code: "ReportNotFound"
    })
  })

  it.each(
    Role.rows.filter(({ id }) => id !== Role.id.SiteCallCenterAgent).map(({ id, label }) => [label, id] as const)
  )("for a %s", async (_, role: RoleId) => {
    const token = await server.enter("acme", role)
    const allowed = settledLevel(role, 11) >= 2
    const { lockID } = await lock()
    const answers = [
      await process([one(lockID, 1001)], token),
      await get(`/reports/returned-locks/facilities/${at.maple}`, token),
      await post("/locks/historic-process-locks-reports", { reportId: 1, recipientId: people.recipient }, token)
    ]
    expect(answers.map(({ status }) => status)).toEqual(allowed ? [200, 200, 200] : [403, 403, 403])
  })

  it("hides status and user from a vendor, and is limited to a restricted user's facilities", async () => {
    const set = (text: string) =>
      server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE companies SET role_overrides = ${text}::text::jsonb WHERE company_id = ${company.acme}`
        )
      )
    await set(JSON.stringify({ "11": { "11": 1 } }))
    const vendor = await server.enter("acme", Role.id.Vendor)
    const { data } = await get("/reports/returned-locks/reports/1", vendor)
    expect(Object.keys(data[0] ?? {}).filter((name) => /status|updated/i.test(name))).toEqual([])
    await set("{}")
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE users SET facility_ids = ${[at.oak]}::int[] WHERE email = ${emailOf("acme", Role.id.Personnel)}`
      )
    )
    const confined = await server.enter("acme", Role.id.Personnel)
    expect((await get(`/reports/returned-locks/facilities/${at.maple}`, confined)).code).toBe("FacilityNotFound")
    expect((await get("/reports/returned-locks/reports/1", confined)).code).toBe("ReportNotFound")
    const { lockID } = await lock()
    expect((await process([one(lockID, 1001)], confined)).code).toBe("ReturnsRefused")
  })
})
