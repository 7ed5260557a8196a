import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId, ReportId, UserId } from "#core/base/ids.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { combinationMasked, seesStatus } from "#core/locks/lockRules.ts"
import { CoarseLockStatus, LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { ReturnReport, SentReport } from "#core/returns/LockReturn.ts"
import { RecipientNotFound, ReportNotFound } from "#core/returns/ReturnErrors.ts"
import { reportMail } from "#core/returns/returnWords.ts"
import { Audit } from "../audit/Audit.ts"
import { doneBy } from "../audit/auditEntry.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { settingsOf } from "../settings/settingsSql.ts"
import {
  reportedLocks,
  type ReportedLock,
  reportHead,
  type ReportHead,
  type ReportPage,
  reportsCounted,
  reportsOf
} from "./returnSql.ts"

/** A recipient of a report. */
export interface Recipient {
  readonly user_id: UserId
  readonly email: string
}

/** A processed lock in a report. */
export interface ProcessedLock {
  readonly lock_id: LockId
  readonly facility_id: FacilityId | null
  readonly serial: string
  readonly unit: string | null
  readonly color: number
  readonly status: LockStatusId
}

/** Reports of returned locks: stores, reads and sends them. */
export class ReturnReports extends Context.Service<
  ReturnReports,
  {
    /** An active user of the company. */
    readonly recipient: (user: LoggedInUser, userID: UserId) => Effect.Effect<Recipient, RecipientNotFound | SqlError>
    /** Stores a report in the transaction that processes its locks. Returns its id. */
    readonly keep: (
      user: LoggedInUser,
      recipient: Recipient,
      locks: ReadonlyArray<ProcessedLock>,
      at: string
    ) => Effect.Effect<ReportId, SqlError>
    readonly head: (user: LoggedInUser, reportID: ReportId) => Effect.Effect<ReportHead, ReportNotFound | SqlError>
    /** Sends a report. If the provider does not accept it, the report can be sent again. */
    readonly send: (user: LoggedInUser, reportID: ReportId, to: Recipient) => Effect.Effect<SentReport, SqlError>
    readonly list: (
      user: LoggedInUser,
      facilityID: FacilityId,
      page: ReportPage
    ) => Effect.Effect<
      { readonly data: ReadonlyArray<ReturnReport>; readonly totalCount: number },
      FacilityNotFound | SqlError
    >
    readonly locks: (
      user: LoggedInUser,
      reportID: ReportId
    ) => Effect.Effect<ReadonlyArray<ShownLock>, ReportNotFound | SqlError>
  }
>()("lockdesk/server/ReturnReports") {
  static readonly layer = Layer.effect(
    ReturnReports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const mailer = yield* Mailer
      const keyring = yield* Keyring

      const recipient = Effect.fnUntraced(function* (user: LoggedInUser, userID: UserId) {
        const [row] = yield* sql<Recipient>`
          SELECT user_id, email FROM users
          WHERE user_id = ${userID} AND company_id = ${user.companyID} AND is_active`
        return row ?? (yield* new RecipientNotFound())
      })

      const keep = Effect.fnUntraced(function* (
        user: LoggedInUser,
        to: Recipient,
        locks: ReadonlyArray<ProcessedLock>,
        at: string
      ) {
        const made = yield* sql<{ report_id: ReportId }>`
          INSERT INTO return_reports (company_id, facility_id, user_id, recipient_id, created_at)
          VALUES (${user.companyID}, ${locks[0]?.facility_id ?? 0}, ${user.userID}, ${to.user_id}, ${at}::timestamptz)
          RETURNING report_id`
        const { report_id: reportID } = insertedRow(made)
        const rows = locks.map((lock, nth) => ({ ...lock, place: nth + 1 }))
        yield* sql`
          INSERT INTO return_report_locks (report_id, place, lock_id, serial, unit, color, status)
          SELECT ${reportID}, r.place, r.lock_id, r.serial, r.unit, r.color, r.status
          FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
            AS r(place int, lock_id int, serial text, unit text, color int, status smallint)`
        return reportID
      })

      const head = Effect.fnUntraced(function* (user: LoggedInUser, reportID: ReportId) {
        const [row] = yield* reportHead(sql, user, reportID)
        return row ?? (yield* new ReportNotFound())
      })

      const send = Effect.fn("ReturnReports.send")(function* (user: LoggedInUser, reportID: ReportId, to: Recipient) {
        const {
          facility_name: facilityName,
          created_on: createdOn,
          created_by: createdBy
        } = yield* Effect.orDie(head(user, reportID))
        const rows = yield* reportedLocks(sql, user, reportID)
        const locks = rows.map(({ serial, unit, status }) => ({
          serialCode: serial,
          unitNumber: unit,
          status: LockStatus.label(status)
        }))
        const { timeZone } = (yield* Effect.orDie(settingsOf(sql, user.companyID))).settings
        const mail = reportMail({ facilityName, createdOn, createdBy, timeZone, locks })
        const message = { companyID: user.companyID, userID: to.user_id, to: to.email, ...mail }
        const delivery = yield* mailer
          .deliver(message)
          .pipe(
            Effect.catchDefect((cause) =>
              Effect.as(Effect.logError("Failed to send a report of returned locks", cause), "failed" as const)
            )
          )
        if (delivery !== "failed") {
          yield* Effect.orDie(
            audit.append({
              ...doneBy(user),
              at: yield* now,
              action: "returns.send",
              subject: to.email,
              detail: { reportId: reportID, recipientID: to.user_id }
            })
          )
        }
        return { reportId: reportID, sent: delivery === "sent", ...(delivery === "waits" ? { waits: true } : {}) }
      })

      const list = Effect.fn("ReturnReports.list")(function* (
        user: LoggedInUser,
        facilityID: FacilityId,
        page: ReportPage
      ) {
        const [place] = yield* sql`
          SELECT FROM facilities WHERE facility_id = ${facilityID} AND company_id = ${user.companyID}`
        const confined = user.facilityIDs.length > 0 && !user.facilityIDs.includes(facilityID)
        if (place === undefined || confined) return yield* new FacilityNotFound({ data: { facilityID } })
        const data = yield* reportsOf(sql, user, facilityID, page)
        const [counted] = yield* reportsCounted(sql, user, facilityID)
        return { data, totalCount: counted?.n ?? 0 }
      })

      /** The current combination of a lock, unless its previous or current status masks it. */
      const codeOf = Effect.fnUntraced(function* (user: LoggedInUser, row: ReportedLock) {
        const { now: status, sealed, code_version: version, serial } = row
        if (status === null || sealed === null || version === null) return null
        if (combinationMasked(user, status) || combinationMasked(user, row.status)) return null
        return yield* keyring.openCode({ companyID: user.companyID, serial, version }, sealed)
      })

      const locks = Effect.fn("ReturnReports.locks")(function* (user: LoggedInUser, reportID: ReportId) {
        const report = yield* head(user, reportID)
        const rows = yield* reportedLocks(sql, user, reportID)
        return yield* Effect.forEach(rows, (row) =>
          Effect.map(codeOf(user, row), (unlockCode): ShownLock => {
            const active = row.is_active ?? true
            return {
              lockID: row.lock_id,
              serialCode: row.serial,
              facilityID: report.facility_id,
              facilityName: report.facility_name,
              isActive: active,
              unitNumber: row.unit,
              color: row.color,
              viewCount: row.view_count ?? 0,
              unlockCode,
              ...(seesStatus(user)
                ? {
                    lockStatusID: active ? CoarseLockStatus.id.Active : CoarseLockStatus.id.Inactive,
                    statusName: CoarseLockStatus.label(active ? 1 : 0),
                    secondaryLockStatus: row.status,
                    secondaryStatusName: LockStatus.label(row.status),
                    updatedBy: report.created_by,
                    updatedOn: report.created_on
                  }
                : {})
            }
          })
        )
      })

      return ReturnReports.of({ recipient, keep, head, send, list, locks })
    })
  )
}
