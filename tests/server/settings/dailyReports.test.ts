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
import { type Arrived, headerOf, PostOffice } from "../mail/PostOffice.ts"

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
  const sql: TestServer["sql"] = (use) => server.sql(use)
  const tick = () =>
    server.run(Effect.flatMap(DailyReports, (reports) => reports.tick).pipe(Effect.provideService(Clock.Clock, clock)))
  /**
   * Runs a tick, and waits until the server has recorded its emails as sent. If the clock jumped before, it would send them again.
   */
  const tickAndDeliver = async () => {
    const sent = await tick()
    const waiting = () =>
      sql((sql) => sql<{ count: number }>`SELECT count(*)::int AS count FROM outbox WHERE state = 'waiting'`)
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([{ count: 0 }])
    return sent
  }
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

  /** The rows of an email's file, with its header. */
  const rowsIn = async (mail: Arrived) => {
    const [, encoded = ""] =
      /Content-Transfer-Encoding: base64[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail.raw) ?? []
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(new Uint8Array(Buffer.from(encoded, "base64")).buffer as ArrayBuffer)
    const rows: Array<ReadonlyArray<string>> = []
    workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as Array<unknown>).slice(1).map(String)))
    expect(mail.raw).not.toContain("7391")
    return rows
  }
  /** The text of an email, whose lines are wrapped on the wire. */
  const plainText = ({ raw }: Arrived) => raw.replaceAll("=\r\n", "")
  /** The latest email to a fixture user. */
  const mailTo = (to: string) => post.arrived.findLast((each) => each.to.includes(to)) ?? expect.unreachable()

  beforeAll(async () => {
    post = await PostOffice.open()
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        at.company = (yield* makeCompany("acme")).companyID
        yield* makeCompany("quiet")
        yield* makeCompany("moved")
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
    const ticks = await Promise.all([tickAndDeliver(), tickAndDeliver()])
    expect(ticks.toSorted()).toEqual([0, 1])
    expect(post.arrived).toHaveLength(2)
    clock.advance(-5 * 60 * minute)
    expect(await tick()).toBe(0)
    clock.advance(6 * 60 * minute)
    expect(await tick()).toBe(0)
    expect(post.arrived).toHaveLength(2)
    const [head, ...all] = await rowsIn(mailTo("owner@acme.example.com"))
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
    expect((await rowsIn(mailTo("admin@acme.example.com"))).slice(1).map((row) => row[5])).toEqual(["10000002"])
    const owner = await server.enter("acme", Role.id.Owner)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: { action: "settings.daily-report" } }))
    expect(data.map(({ payload }) => JSON.parse(payload))).toMatchObject([{ requests: 2, recipients: 2 }])
    expect((await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
  })

  it("continues the last one after days without a server, and waits for tomorrow if turned on late", async () => {
    moveTo(14 * 60)
    await request(at.maple, "10000005", minute)
    clock.advance(3 * 1440 * minute)
    moveTo(15 * 60)
    expect([await tickAndDeliver(), await tickAndDeliver()]).toEqual([1, 0])
    const owners = mailTo("owner@acme.example.com")
    // Also the request of the first day, which came after its yesterday.
    expect((await rowsIn(owners)).slice(1).map((row) => row[5])).toEqual(["10000003", "10000005"])
    expect(plainText(owners)).toContain("The report begins where the last one ended")
    const token = await server.enter("quiet", Role.id.Owner)
    await sql((sql) => sql`UPDATE companies SET time_zone = ${zone} WHERE name = 'quiet'`)
    await server.call(token, (api) =>
      api.settings.setDailyReport({ query: {}, payload: { emailViewLockCodesReport: true } })
    )
    expect(await tick()).toBe(0)
    moveTo(7 * 60 + 1)
    expect(await tickAndDeliver()).toBe(2)
  })

  it("doesn't report the time during which it was switched off", async () => {
    const turnBySettings = async (emailViewLockCodesReport: boolean) =>
      server.call(await server.enter("acme", Role.id.Owner), (api) =>
        api.settings.setDailyReport({ query: {}, payload: { emailViewLockCodesReport } })
      )
    await turnBySettings(false)
    moveTo(14 * 60)
    await request(at.maple, "10000006", minute)
    clock.advance(3 * 1440 * minute)
    await request(at.maple, "10000007", minute)
    moveTo(6 * 60)
    await turnBySettings(true)
    moveTo(7 * 60)
    await tickAndDeliver()
    expect((await rowsIn(mailTo("owner@acme.example.com"))).slice(1).map((row) => row[5])).toEqual(["10000007"])
  })

  it("has the true number of requests if the file is too short for them, and all of a restricted recipient", async () => {
    moveTo(12 * 60)
    await sql(
      (sql) => sql`
        INSERT INTO reveals (company_id, facility_id, serial, user_id, role_id, reason, approval_status, created_at)
        SELECT ${at.company}, CASE WHEN n > 20000 THEN ${at.oak}::int ELSE ${at.maple}::int END, '10000001', user_id, role_id,
          'busy', 1, ${new Date(nowMillis())}::timestamptz + n * interval '1 millisecond'
        FROM users, generate_series(1, 20002) n WHERE company_id = ${at.company} AND role_id = ${Role.id.Owner}`
    )
    moveTo(7 * 60)
    await tickAndDeliver()
    const mail = mailTo("owner@acme.example.com")
    const text = plainText(mail)
    expect(headerOf(mail, "Subject")).toContain(": 20,002")
    expect(text).toContain("acme had 20,002 requests to view combinations")
    expect(text).toContain("It has the first 20,000 of 20,002.")
    expect(await rowsIn(mail)).toHaveLength(20_001)
    const restricted = mailTo("admin@acme.example.com")
    expect(plainText(restricted)).toContain("acme had 2 requests to view combinations")
    expect(await rowsIn(restricted)).toHaveLength(3)
  }, 120_000)

  it("reports each request once when the company's time zone changes", async () => {
    await turn(false)
    await turn(false, "quiet")
    await sql((sql) => sql`UPDATE companies SET email_view_lock_codes_report = true WHERE name = 'moved'`)
    await sql(
      (sql) =>
        sql`UPDATE users SET is_active = false WHERE email LIKE '%@moved.example.com' AND role_id <> ${Role.id.Owner}`
    )
    const zones = ["Pacific/Auckland", "Pacific/Honolulu", "America/Denver", "America/New_York", "Pacific/Kiritimati"]
    const serials: Array<string> = []
    for (const [nth, timeZone] of [...zones, ...zones].entries()) {
      await sql((sql) => sql`UPDATE companies SET time_zone = ${timeZone} WHERE name = 'moved'`)
      for (let hour = 0; hour < 53; hour++) {
        clock.advance(60 * minute)
        await sql(
          (sql) => sql`
            INSERT INTO reveals (company_id, serial, user_id, role_id, reason, approval_status, created_at)
            SELECT company_id, ${String(10_000_000 + nth * 100 + hour)}, user_id, role_id, 'moved', 1, ${new Date(nowMillis())}
            FROM users WHERE email = 'owner@moved.example.com'`
        )
        const before = post.arrived.length
        // The server also looks by itself, every 30 real seconds.
        await tickAndDeliver()
        if (post.arrived.length > before)
          serials.push(...(await rowsIn(mailTo("owner@moved.example.com"))).slice(1).map((row) => String(row[5])))
      }
    }
    const made = zones
      .concat(zones)
      .flatMap((_, nth) => Array.from({ length: 53 }, (_, hour) => String(10_000_000 + nth * 100 + hour)))
    const first = made.indexOf(serials[0] ?? "")
    expect(serials).toEqual(made.slice(first, first + serials.length))
    expect(serials.length).toBeGreaterThan(made.length - 60)
  }, 120_000)
})
