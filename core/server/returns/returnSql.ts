import type { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId, ReportId } from "#core/base/ids.ts"
import type { ReturnReport } from "#core/returns/LockReturn.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { madeBeforeTransfer, nameOnReport } from "../transfers/formerPeople.ts"

/** The condition for reports a user may read: the company's or, for restricted users, those of their facilities. */
const ofUser = (sql: SqlClient.SqlClient, user: LoggedInUser) =>
  user.facilityIDs.length === 0
    ? sql`p.company_id = ${user.companyID}`
    : sql`p.company_id = ${user.companyID} AND p.facility_id = ANY(${[...user.facilityIDs]}::int[])`

/** A report with the text of its message. */
export interface ReportHead {
  readonly report_id: ReportId
  readonly facility_id: FacilityId
  readonly facility_name: string
  readonly created_on: string
  readonly created_by: string
}

export const reportHead = (sql: SqlClient.SqlClient, user: LoggedInUser, reportID: ReportId) =>
  sql<ReportHead>`
    SELECT p.report_id, p.facility_id, f.name AS facility_name, iso(p.created_at) AS created_on,
      ${nameOnReport(sql, "u")} AS created_by
    FROM return_reports p JOIN facilities f USING (facility_id) JOIN users u USING (user_id)
    WHERE p.report_id = ${reportID} AND ${ofUser(sql, user)}`

/** A page of a newest-first list. */
export interface ReportPage {
  readonly from: ReportId | undefined
  readonly count: number
}

export const reportsOf = (sql: SqlClient.SqlClient, user: LoggedInUser, facilityID: FacilityId, page: ReportPage) =>
  sql<ReturnReport>`
    SELECT p.report_id AS "reportId", iso(p.created_at) AS "createdOn", ${nameOnReport(sql, "u")} AS "createdBy",
      CASE WHEN ${madeBeforeTransfer(sql)} THEN NULL ELSE p.recipient_id END AS "recipientID",
      ${nameOnReport(sql, "r")} AS recipient,
      (SELECT count(*)::int FROM return_report_locks l WHERE l.report_id = p.report_id) AS locks
    FROM return_reports p JOIN users u USING (user_id) JOIN users r ON r.user_id = p.recipient_id
    WHERE p.facility_id = ${facilityID} AND ${ofUser(sql, user)} ${page.from === undefined ? sql`` : sql`AND p.report_id < ${page.from}`}
    ORDER BY p.report_id DESC LIMIT ${page.count}`

export const reportsCounted = (sql: SqlClient.SqlClient, user: LoggedInUser, facilityID: FacilityId) =>
  sql<{ n: number }>`
    SELECT count(*)::int AS n FROM return_reports p WHERE p.facility_id = ${facilityID} AND ${ofUser(sql, user)}`

/** A lock of a report as it was processed, with its current state if the user can still see it. */
export interface ReportedLock {
  readonly lock_id: LockId
  readonly serial: string
  readonly unit: string | null
  readonly color: number
  readonly status: LockStatusId
  readonly now: LockStatusId | null
  readonly is_active: boolean | null
  readonly view_count: number | null
  readonly sealed: Uint8Array | null
  readonly code_version: number | null
}

export const reportedLocks = (sql: SqlClient.SqlClient, user: LoggedInUser, reportID: ReportId) => {
  const before =
    user.facilityIDs.length === 0
      ? sql``
      : sql`AND (l.facility_id = ANY(${[...user.facilityIDs]}::int[]) OR l.facility_id IS NULL)`
  return sql<ReportedLock>`
    SELECT p.lock_id, p.serial, p.unit, p.color, p.status, l.status AS now, l.is_active, l.view_count, l.sealed,
      l.code_version
    FROM return_report_locks p
    LEFT JOIN locks l ON l.lock_id = p.lock_id AND l.company_id = ${user.companyID} ${before}
    WHERE p.report_id = ${reportID} ORDER BY p.place`
}
