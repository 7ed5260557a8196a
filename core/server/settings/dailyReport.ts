import { Role, type RoleId } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { SheetColumn } from "#core/exports/sheetColumns.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { ApprovalStatus } from "#core/reports/reportStatuses.ts"
import { localText } from "#core/settings/zonedDays.ts"

/** A request to see a combination (002 §3). */
export interface RequestRow {
  readonly userName: string | null
  readonly roleID: RoleId
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason: string
  readonly facilityID: FacilityId | null
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

/** Subject and text of the message about a day. */
export const reportText = (
  company: string,
  day: string,
  zone: string,
  rows: ReadonlyArray<RequestRow>,
  file: string
): { readonly subject: string; readonly body: string } => {
  const count = `${rows.length} ${rows.length === 1 ? "request" : "requests"}`
  const lines = rows.slice(0, listed).map((row) => reportCells(row, zone).join(" | "))
  const more = rows.length > listed ? [`... and ${rows.length - listed} more in the file.`] : []
  return {
    subject: `View combination requests of ${company}, ${day}: ${rows.length}`,
    body: [
      `${company} had ${count} to view combinations on ${day} (${zone}).`,
      ...(rows.length === 0 ? [] : ["", columns.map(({ title }) => title).join(" | "), ...lines, ...more]),
      "",
      `The table is attached as ${file}.`,
      "You get this message because 'Send Daily Email Report for View Combination Requests' is on in Settings."
    ].join("\n")
  }
}
