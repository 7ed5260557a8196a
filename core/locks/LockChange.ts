import { Schema } from "effect"
import { FacilityId, Instant, LockId, SerialCode, UnlockCode } from "#core/base/ids.ts"
import { Lock } from "./Lock.ts"
import { LockColor } from "./lockColors.ts"
import { LockStatus } from "./lockStatuses.ts"

/** The sequence number of a record in the company's audit log. */
export const AuditSeq = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/** A unit number as painted on the door: at most 40 characters on one line, trimmed. */
export const UnitNumber = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]{0,40}$/u, { message: "A unit has at most 40 characters on one line." })
)

/**
 * The requested state of a lock: merged lock data (001 §7). Fields that are missing or equal to the current value
 * change nothing. `updatedOn` is the version that was read; if the lock has changed since, the edit is refused. An
 * empty or null `unitNumber` means no unit; together with a new facility it is a unit there. A null `unlockCode` keeps
 * the combination.
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

/** The change to undo: that of an audit record, or the last change of a lock. */
export const UndoRequest = Schema.Union([Schema.Struct({ auditSeq: AuditSeq }), Schema.Struct({ lockID: LockId })])
export type UndoRequest = typeof UndoRequest.Type

/** The maximum number of changes undone in one call. */
export const undoneAtOnce = 10_000

/** A change that was not undone with the others, and why. */
export const LeftChange = Schema.Struct({
  auditSeq: AuditSeq,
  code: Schema.String,
  error: Schema.String,
  next: Schema.String
})
export type LeftChange = typeof LeftChange.Type

/** A lock after a change, with the audit number to send to /locks/undo, or null if the change can't be undone. */
export const ChangedLock = Schema.Struct({ ...Lock.fields, undo: Schema.NullOr(AuditSeq) })
export type ChangedLock = typeof ChangedLock.Type
