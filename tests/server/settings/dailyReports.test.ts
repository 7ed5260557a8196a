import { Clock, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import ExcelJS from "exceljs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import { localTime } from "#core/settings/zonedDays.ts"
import { DailyReports } from "#server/settings/DailyReports.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { PostOffice } from "../mail/PostOffice.ts"

const minute = 60_000
const zone = "America/Denver"

describe("the daily email report", () => {
  let server: TestServer
  let post: PostOffice
  const clock = movableClock()
  const at = { company: CompanyId.make(1), maple: FacilityId.make(1), oak: FacilityId.make(1) }
  const nowMillis = () => clock.currentTimeMillisUnsafe()
  /** Advances the clock to this many minutes after midnight, Denver time. */
  const moveTo = (minutes: number) => {
    for (let steps = 0; steps < 3 * 1440; steps++) {
      const { hour } = localTime(zone, nowMillis())
      const past = hour * 60 + new Date(nowMillis()).getUTCMinutes()
      if (past === minutes) return
      clock.advance(minute)
    }
  }
  const sql = <A>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
    server.run(Effect.flatMap(SqlClient.SqlClient, use))
  const tick = () =>
    server.run(Effect.flatMap(DailyReports, (reports) => reports.tick).pipe(Effect.provideService(Clock.Clock, clock)))
  const turn = (on: boolean, company = "acme") =>
    sql(
      (sql) =>
        sql`UPDATE companies SET email_view_lock_codes_report = ${on}, time_zone = ${zone} WHERE name = ${company}`
    )
  /** Adds a reveal request from this many milliseconds ago. */
  const request = (facilityID: FacilityId, serial: string, before: number, approval = 1) =>
    sql(
      (sql) => sql`
        INSERT INTO reveals (company_id, facility_id, serial, user_id, role_id, reason, lock_status, approval_status,
          created_at)
        SELECT ${at.company}, ${facilityID}, ${serial}, user_id, role_id, '=1+1', 1004, ${approval},
          ${new Date(nowMillis() - before)}
        FROM users WHERE company_id = ${at.company} AND role_id = ${Role.id.CallCenterAgent}`
    )

  beforeAll(async () => {
    post = await PostOffice.open()
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        at.company = (yield* makeCompany("acme")).companyID
        yield* makeCompany("quiet")
        at.maple = yield* makeFacility(at.company, "Maple St")
        at.oak = yield* makeFacility(at.company, "Oak Ave")
        yield* makeLock({ companyID: at.company, facilityID: at.maple, serial: "10000001", code: "7391", status: 1004 })
        yield* sql`UPDATE users SET facility_ids = ARRAY[${at.oak}::int]
          WHERE company_id = ${at.company} AND role_id = ${Role.id.Admin}`
      }),
      {
        clock,
        smtp: { url: Redacted.make(`smtp://127.0.0.1:${post.port}`), from: "desk@lockdesk.example.com" }
      }
    )
  })
  afterAll(async () => {
    await server.close()
    await post.close()
  })

  it("is not sent while the switch is off, or while codes are not hidden", async () => {
    moveTo(8 * 60)
    expect(await tick()).toBe(0)
    await turn(true)
    await sql((sql) => sql`UPDATE companies SET hide_lock_codes = false WHERE name = 'acme'`)
    expect(await tick()).toBe(0)
    await sql((sql) => sql`UPDATE companies SET hide_lock_codes = true WHERE name = 'acme'`)
    await turn(false)
  })

  it("is sent at seven in the company's time zone with yesterday's requests, to each permitted recipient, once", async () => {
    moveTo(6 * 60 + 59)
    await turn(true)
    await request(at.maple, "10000001", 8 * 60 * minute)
    await request(at.oak, "10000002", 8 * 60 * minute, 2)
    // From today, and from the day before yesterday.
    await request(at.maple, "10000003", 6 * 60 * minute)
    await request(at.maple, "10000004", 32 * 60 * minute)
    expect(await tick()).toBe(0)
    clock.advance(minute)
    const ticks = await Promise.all([tick(), tick()])
    expect(ticks.toSorted()).toEqual([0, 1])
    // Wait for delivery first: a clock jump during sending would send an email again.
    await expect.poll(() => post.arrived.length, { timeout: 10_000 }).toBe(2)
    clock.advance(-5 * 60 * minute)
    expect(await tick()).toBe(0)
    clock.advance(6 * 60 * minute)
    expect(await tick()).toBe(0)
    expect(post.arrived).toHaveLength(2)
    const rowsOf = async (to: string) => {
      const mail = post.arrived.find((each) => each.to.includes(to)) ?? expect.unreachable()
      const [, encoded = ""] =
        /Content-Transfer-Encoding: base64[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail.raw) ?? []
      const workbook = new ExcelJS.Workbook()
      await workbook.xlsx.load(new Uint8Array(Buffer.from(encoded, "base64")).buffer as ArrayBuffer)
      const rows: Array<ReadonlyArray<string>> = []
      workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as Array<unknown>).slice(1).map(String)))
      expect(mail.raw).not.toContain("7391")
      return rows
    }
    const [head, ...all] = await rowsOf("owner@acme.example.com")
    expect(head).toEqual([
      "User Name",
      "User Role",
      "Created On",
      "Reason",
      "Facility Name",
      "Serial Code",
      "Lock Status",
      "Approval Status"
    ])
    expect(all.map((row) => [row[1], row[3], row[4], row[5], row[6], row[7]])).toEqual([
      ["Call Center Agent", "=1+1", "Maple St", "10000001", "Assigned Overlock", "approved"],
      ["Call Center Agent", "=1+1", "Oak Ave", "10000002", "Assigned Overlock", "rejected"]
    ])
    // The Admin is restricted to one facility.
    expect((await rowsOf("admin@acme.example.com")).slice(1).map((row) => row[5])).toEqual(["10000002"])
    const owner = await server.enter("acme", Role.id.Owner)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: { action: "settings.daily-report" } }))
    expect(data.map(({ payload }) => JSON.parse(payload))).toMatchObject([{ requests: 2, recipients: 2 }])
    expect((await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
  })

  it("makes up for yesterday once after days without a server, and waits for tomorrow if turned on late", async () => {
    clock.advance(3 * 1440 * minute)
    moveTo(15 * 60)
    expect([await tick(), await tick()]).toEqual([1, 0])
    const token = await server.enter("quiet", Role.id.Owner)
    await sql((sql) => sql`UPDATE companies SET time_zone = ${zone} WHERE name = 'quiet'`)
    await server.call(token, (api) =>
      api.settings.setDailyReport({ query: {}, payload: { emailViewLockCodesReport: true } })
    )
    expect(await tick()).toBe(0)
    moveTo(7 * 60 + 1)
    expect(await tick()).toBe(2)
  })
})
