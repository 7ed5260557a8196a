import { Schema } from "effect"
import { Instant, LockId, UserId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"

const s = LockStatus.id

/** What a returned lock becomes, in the order of keys 1 to 4 (001 §4; PRODUCT, Keys). */
export const returnStatuses = [
  s.Available,
  s.Lost,
  s.TenantUsingLock,
  s.Damaged
] as const satisfies ReadonlyArray<LockStatusId>

/** The status of a lock that waits to be processed (ledger B095). */
export const returnedStatus: LockStatusId = s.ReturnedToDropbox

/** One returned lock and what it becomes. `lockID` 0 is what a list that went wrong sends (001 §5). */
export const LockReturn = Schema.Struct({
  lockID: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })),
  updateSecondaryLockStatusTo: Schema.Literals(returnStatuses),
  /** That of the lock as it was read: where it has changed since, nothing is done. */
  updatedOn: Schema.optionalKey(Instant)
})
export type LockReturn = typeof LockReturn.Type

export const ReportId = LockId.annotate({ title: "reportId" })

/** A report of processed returns (001 §3). */
export const ReturnReport = Schema.Struct({
  reportId: ReportId,
  createdOn: Instant,
  createdBy: Schema.String,
  /** Null of a report that came with the facility from another company, whose people are not named. */
  recipientID: Schema.NullOr(UserId),
  recipient: Schema.String,
  locks: Schema.Int
})
export type ReturnReport = typeof ReturnReport.Type

/**
 * What processing or sending again came to: the report, and whether the mail provider took it. Where it did not yet,
 * `waits` says that it is tried again.
 */
export const SentReport = Schema.Struct({
  reportId: ReportId,
  sent: Schema.Boolean,
  waits: Schema.optionalKey(Schema.Boolean)
})
export type SentReport = typeof SentReport.Type

/**
 * What processing came to: the report of the locks that changed, null where none did, and how many locks had the status
 * already. Those are not in the report.
 */
export const ProcessedReturns = Schema.Struct({
  ...SentReport.fields,
  reportId: Schema.NullOr(ReportId),
  unchanged: Schema.Int
})
export type ProcessedReturns = typeof ProcessedReturns.Type
