import { Role, type RoleId } from "#core/auth/roles.ts"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { SheetColumn } from "#core/exports/sheetColumns.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { ApprovalStatus } from "#core/reports/reportStatuses.ts"
import { dayAfter, localText, startOfDay } from "#core/settings/zonedDays.ts"

/** A company's latest report. */
export interface LastReport {
  /** The end of its period in milliseconds; null for the day on which reports were switched on. */
  readonly until: number | null
}

/** The time of which a report has the requests, in milliseconds. */
export interface ReportPeriod {
  readonly from: number
  readonly until: number
}

/**
 * The period of the report that is sent on a day: the day before in the company's time zone. It begins where the previous report
 * ended, so that no request is missing or reported twice after a change of the time zone or days without a server.
 */
export const reportPeriod = (zone: string, day: string, last: LastReport | null): ReportPeriod => {
  const [start, end] = [startOfDay(zone, dayAfter(day, -1)), startOfDay(zone, day)]
  const from = last?.until ?? start
  return { from, until: Math.max(from, end) }
}

/** A request to see a combination (002 §3). */
export interface RequestRow {
  readonly userName: string | null
  readonly roleID: RoleId
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason: string
  readonly facilityName: string | null
  readonly serial: string
  readonly status: number | null
  readonly approval: number
}

/** The columns of the report, in order (002 §3). None contains a combination. */
const columns: ReadonlyArray<SheetColumn> = [
  ["User Name", 24],
  ["User Role", 22],
  ["Created On", 20],
  ["Reason", 40],
  ["Facility Name", 28],
  ["Serial Code", 12],
  ["Lock Status", 22],
  ["Approval Status", 16]
].map(([title, width], field) => ({ title: String(title), kind: "text", width: Number(width), field }))

/** The header of a report's workbook. */
export const reportHead = { format: "xlsx", sheet: "View Combination Requests", columns } as const

/** The cells of a request, in the company's local time. */
export const reportCells = (row: RequestRow, zone: string): ReadonlyArray<string> => [
  row.userName ?? "",
  Role.label(row.roleID),
  localText(zone, row.at),
  row.reason,
  row.facilityName ?? "",
  row.serial,
  row.status === null ? "" : LockStatus.label(row.status),
  ApprovalStatus.label(row.approval)
]

/** The maximum number of requests in the message text; the file has all. */
const listed = 100

/** A report's facts. `rows` may be fewer than `total`. */
export interface ReportFacts {
  readonly company: string
  /** The day it is about. */
  readonly day: string
  readonly zone: string
  readonly period: ReportPeriod
  readonly rows: ReadonlyArray<RequestRow>
  readonly total: number
  readonly file: string
}

/** Subject and text of the message about a day. */
export const reportText = ({
  company,
  day,
  zone,
  period,
  rows,
  total,
  file
}: ReportFacts): { readonly subject: string; readonly body: string } => {
  const { from, until } = period
  const isDay = from === startOfDay(zone, day) && until === startOfDay(zone, dayAfter(day, 1))
  const when = isDay ? `on ${day} (${zone})` : `from ${localText(zone, from)} to ${localText(zone, until)} (${zone})`
  const because = isDay
    ? []
    : [
        "The report begins where the last one ended: since then, the company's time zone has changed or the server was off."
      ]
  const lines = rows.slice(0, listed).map((row) => reportCells(row, zone).join(" | "))
  const more = rows.length > listed ? [`... and ${countText(rows.length - listed)} more in the file.`] : []
  const part = rows.length < total ? ` It has the first ${countText(rows.length)} of ${countText(total)}.` : ""
  return {
    subject: `View combination requests of ${company}, ${day}: ${countText(total)}`,
    body: [
      `${company} had ${countOf(total, "request")} to view combinations ${when}.`,
      ...because,
      ...(rows.length === 0 ? [] : ["", columns.map(({ title }) => title).join(" | "), ...lines, ...more]),
      "",
      `The table is attached as ${file}.${part}`,
      "You get this message because 'Send Daily Email Report for View Combination Requests' is on in Settings."
    ].join("\n")
  }
}
