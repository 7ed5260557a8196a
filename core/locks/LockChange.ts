import { Schema } from "effect"
import { FacilityId, Instant, LockId, SerialCode, UnlockCode } from "#core/base/ids.ts"
import { Lock } from "./Lock.ts"
import { LockColor } from "./lockColors.ts"
import { LockStatus } from "./lockStatuses.ts"

/** The sequence number of a record in the company's audit log. */
export const AuditSeq = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/** A unit as it is painted on its door: at most 40 characters on one line. Blanks around it do not count. */
export const UnitNumber = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]{0,40}$/u, { message: "A unit has at most 40 characters on one line." })
)

/**
 * What a lock is to become: merged lock data (001 §7). A field that is absent, or is what the lock has, changes nothing.
 * `updatedOn` is that of the lock as it was read: where the lock has changed since, nothing is done. `unitNumber` null or
 * empty is no unit; with another facility it is a unit there. `unlockCode` null is a combination left as it is.
 */
export const LockEdit = Schema.Struct({
  lockID: LockId,
  serialCode: Schema.optionalKey(SerialCode),
  secondaryLockStatus: Schema.optionalKey(LockStatus.Id),
  unitNumber: Schema.optionalKey(Schema.NullOr(UnitNumber)),
  color: Schema.optionalKey(LockColor.Id),
  facilityID: Schema.optionalKey(Schema.NullOr(FacilityId)),
  unlockCode: Schema.optionalKey(Schema.NullOr(UnlockCode)),
  updatedOn: Schema.optionalKey(Instant)
})
export type LockEdit = typeof LockEdit.Type

/** What is to be taken back: the change of an audit record, or the last change of a lock. */
export const UndoAsked = Schema.Union([Schema.Struct({ auditSeq: AuditSeq }), Schema.Struct({ lockID: LockId })])
export type UndoAsked = typeof UndoAsked.Type

/** Changes taken back in one call. */
export const undoneAtOnce = 10_000

/** A change that was not taken back with others, and why, in words. */
export const LeftChange = Schema.Struct({
  auditSeq: AuditSeq,
  code: Schema.String,
  error: Schema.String,
  next: Schema.String
})
export type LeftChange = typeof LeftChange.Type

/** A lock after a change, with what undoes it: the number to give to /locks/undo, or null where nothing does. */
export const ChangedLock = Schema.Struct({ ...Lock.fields, undo: Schema.NullOr(AuditSeq) })
export type ChangedLock = typeof ChangedLock.Type
