import { Clock, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { dayAfter, localTime } from "#core/settings/zonedDays.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit } from "../audit/auditEntry.ts"
import { logged } from "../db/backgroundWork.ts"
import { sheetStream } from "../exports/sheetStream.ts"
import { facilityName } from "../facilities/facilityRecord.ts"
import { Mailer } from "../mail/Mailer.ts"
import {
  type LastReport,
  type ReportPeriod,
  reportCells,
  reportHead,
  reportPeriod,
  reportText,
  type RequestRow
} from "./dailyReport.ts"
import { regionsOf, zoneOf } from "./settingsSql.ts"

/** The local hour at which a company's report is sent. */
export const reportHour = 7

/** How often to check, in milliseconds, because a machine's clock can be changed. */
const looksEvery = 30_000

/** The maximum number of requests in a report's file. */
const mostRequests = 20_000

interface CompanyRow {
  readonly company_id: CompanyId
  readonly name: string
  readonly zone: string | null
  readonly regions: ReadonlyArray<string> | null
}

interface Recipient {
  readonly user_id: UserId
  readonly email: string
  readonly facility_ids: ReadonlyArray<number>
}

/**
 * The daily email report of requests to view combinations (002 §2). Each day of a company is a row, written in one transaction
 * with the messages: it is sent exactly once, by whichever process comes first. A server that was down at seven sends one
 * report when it starts. Each report continues the previous one.
 */
export class DailyReports extends Context.Service<
  DailyReports,
  {
    /** Sends the reports that are due, and returns the number of companies. */
    readonly tick: Effect.Effect<number>
  }
>()("lockdesk/server/DailyReports") {
  static readonly layer = Layer.effect(
    DailyReports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const mailer = yield* Mailer

      /** The requests of a period that a recipient sees: for restricted users only those of their facilities. */
      const seen = (companyID: CompanyId, { from, until }: ReportPeriod, facilityIDs: ReadonlyArray<number>) => sql`
        r.company_id = ${companyID} AND r.created_at >= ${new Date(from)} AND r.created_at < ${new Date(until)}
          ${facilityIDs.length === 0 ? sql`` : sql`AND r.facility_id = ANY(${[...facilityIDs]}::int[])`}`

      const count = (which: Fragment) =>
        Effect.map(sql<{ n: number }>`SELECT count(*)::int AS n FROM reveals r WHERE ${which}`, ([row]) => row?.n ?? 0)

      const requests = (which: Fragment) => sql<RequestRow>`
        SELECT u.first_name || ' ' || u.last_name AS "userName", r.role_id::int AS "roleID",
          (extract(epoch FROM r.created_at) * 1000)::float8 AS at, r.reason,
          ${sql.literal(facilityName("r.company_id"))} AS "facilityName", r.serial, r.lock_status::int AS status, r.approval_status::int AS approval
        FROM reveals r LEFT JOIN users u USING (user_id) LEFT JOIN facilities f ON f.facility_id = r.facility_id
        WHERE ${which} ORDER BY r.created_at LIMIT ${mostRequests}`

      const workbook = (rows: ReadonlyArray<RequestRow>, zone: string) =>
        Effect.map(
          Stream.runCollect(
            sheetStream(reportHead, Stream.succeed(JSON.stringify(rows.map((row) => reportCells(row, zone)))))
          ),
          (parts) => Buffer.concat([...parts])
        )

      const send = Effect.fnUntraced(function* (company: CompanyRow, day: string, millis: number) {
        const { company_id: companyID, name } = company
        const zone = zoneOf(company.zone, company.regions)
        const about = dayAfter(day, -1)
        const at = new Date(millis).toISOString()
        // A report with a later time is from before the machine's clock was set back.
        const [last] = yield* sql<LastReport>`
          SELECT (extract(epoch FROM until) * 1000)::float8 AS until FROM daily_reports
          WHERE company_id = ${companyID} AND sent_at <= ${at}::timestamptz ORDER BY day DESC LIMIT 1`
        const period = reportPeriod(zone, day, last ?? null)
        // Another time zone may begin a day that earlier reports have covered.
        const isEmpty = period.from >= period.until
        const recipients = isEmpty
          ? []
          : yield* sql<Recipient>`
              SELECT user_id, email, facility_ids FROM users WHERE company_id = ${companyID} AND is_active
                AND ${sql.in("role_id", [Role.id.Admin, Role.id.Owner])} ORDER BY user_id`
        const file = `view-combination-requests-${about}.xlsx`
        // Most recipients see all requests, so their file is created once.
        const made = new Map<string, { readonly bytes: Buffer; readonly subject: string; readonly body: string }>()
        for (const { facility_ids: ids } of recipients) {
          const key = ids.join(",")
          if (made.has(key)) continue
          const which = seen(companyID, period, ids)
          const rows = yield* requests(which)
          const total = rows.length < mostRequests ? rows.length : yield* count(which)
          made.set(key, {
            bytes: yield* workbook(rows, zone),
            ...reportText({ company: name, day: about, zone, period, rows, total, file })
          })
        }
        const total = yield* count(seen(companyID, period, []))
        const appended = yield* sql.withTransaction(
          Effect.gen(function* () {
            const taken = yield* sql`
              INSERT INTO daily_reports (company_id, day, sent_at, zone, until)
              VALUES (${companyID}, ${day}::date, ${at}::timestamptz, ${zone}, ${new Date(period.until)})
              ON CONFLICT DO NOTHING RETURNING 1`
            if (taken.length === 0 || isEmpty) return null
            for (const { user_id: userID, email: to, facility_ids: ids } of recipients) {
              const { bytes, ...text } =
                made.get(ids.join(",")) ?? (yield* Effect.die(new Error("a report without a file")))
              yield* mailer.send({ companyID, userID, to, ...text, attachment: { name: file, bytes } })
            }
            const [record] = yield* sql<AppendedAudit>`
              SELECT * FROM ${appendAudit(sql, audit.macs, {
                companyID,
                at,
                userID: null,
                action: "settings.daily-report",
                subject: about,
                detail: { requests: total, recipients: recipients.length }
              })}`
            return record ?? null
          })
        )
        if (appended !== null) yield* audit.witness(companyID, appended)
        return appended === null ? 0 : 1
      })

      const tick = Effect.gen(function* () {
        const millis = yield* Clock.currentTimeMillis
        const companies = yield* sql<CompanyRow>`
          SELECT company_id, name, time_zone AS zone, ${regionsOf(sql)} AS regions FROM companies c
          WHERE email_view_lock_codes_report AND hide_lock_codes AND hide_lock_codes_flag`
        let sent = 0
        for (const company of companies) {
          const { day, hour } = localTime(zoneOf(company.zone, company.regions), millis)
          if (hour < reportHour) continue
          const done = yield* sql`
            SELECT 1 FROM daily_reports WHERE company_id = ${company.company_id} AND day = ${day}::date`
          if (done.length > 0) continue
          // A failed report is retried; the other companies get theirs.
          sent += yield* send(company, day, millis).pipe(
            Effect.catchCause((cause) =>
              Effect.as(
                Effect.logError("Failed to send a daily report; it will be retried", {
                  company: company.company_id,
                  cause
                }),
                0
              )
            )
          )
        }
        return sent
      })

      const loop = tick.pipe(
        Effect.asVoid,
        logged("Failed to look for due daily reports"),
        Effect.andThen(Effect.sleep(looksEvery)),
        Effect.forever
      )
      yield* Effect.forkScoped(loop)
      return DailyReports.of({ tick: Effect.orDie(tick) })
    })
  )
}
