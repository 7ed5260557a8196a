import { Schema } from "effect"
import { Instant, ReportId, UserId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"

const s = LockStatus.id

/** The statuses a returned lock can get, in the order of keys 1 to 4 (001 §4; PRODUCT, Keys). */
export const returnStatuses = [
  s.Available,
  s.Lost,
  s.TenantUsingLock,
  s.Damaged
] as const satisfies ReadonlyArray<LockStatusId>

/** The status of a lock waiting to be processed (ledger B095). */
export const returnedStatus: LockStatusId = s.ReturnedToDropbox

/** The maximum number of locks processed at once. */
export const mostReturns = 1000

/** A returned lock and its new status. A `lockID` of 0 comes from a broken list (001 §5). */
export const LockReturn = Schema.Struct({
  lockID: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })).pipe(Schema.brand("lockID")),
  updateSecondaryLockStatusTo: Schema.Literals(returnStatuses),
  /** The version of the lock that was read: if it has changed since, nothing is done. */
  updatedOn: Schema.optionalKey(Instant)
})
export type LockReturn = typeof LockReturn.Type

/** A report of processed returns (001 §3). */
export const ReturnReport = Schema.Struct({
  reportId: ReportId,
  createdOn: Instant,
  createdBy: Schema.String,
  /** Null for a report from when the facility belonged to another company, whose users are not named. */
  recipientID: Schema.NullOr(UserId),
  recipient: Schema.String,
  locks: Schema.Int
})
export type ReturnReport = typeof ReturnReport.Type

/**
 * The result of processing or sending again: the report, and whether the mail provider accepted it. If not yet, `waits`
 * says that it will be retried.
 */
export const SentReport = Schema.Struct({
  reportId: ReportId,
  sent: Schema.Boolean,
  waits: Schema.optionalKey(Schema.Boolean)
})
export type SentReport = typeof SentReport.Type

/**
 * The result of processing: the report of the locks that changed (null if none did), and the number of locks that
 * already had their status, which are not in the report.
 */
export const ProcessedReturns = Schema.Struct({
  ...SentReport.fields,
  reportId: Schema.NullOr(ReportId),
  unchanged: Schema.Int
})
export type ProcessedReturns = typeof ProcessedReturns.Type
