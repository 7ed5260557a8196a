import { Schema } from "effect"
import { FacilityId, Instant, LockId, LogId, SerialCode, UnlockCode } from "#core/base/ids.ts"
import { CoarseLockStatus, LockStatus } from "./lockStatuses.ts"

/**
 * A lock (001 §3). A lock without a facility is an inventory lock. The combination is never part of it, nor of anything that is
 * synced, cached, exported or sent as an event. Vendors don't receive the status or who changed it (001 §2).
 */
export const Lock = Schema.Struct({
  lockID: LockId,
  serialCode: SerialCode,
  facilityID: Schema.NullOr(FacilityId),
  facilityName: Schema.NullOr(Schema.String),
  isActive: Schema.Boolean,
  lockStatusID: Schema.optionalKey(CoarseLockStatus.Id),
  statusName: Schema.optionalKey(Schema.String),
  secondaryLockStatus: Schema.optionalKey(LockStatus.Id),
  secondaryStatusName: Schema.optionalKey(Schema.String),
  unitNumber: Schema.NullOr(Schema.String),
  color: Schema.Int,
  viewCount: Schema.Int,
  updatedBy: Schema.optionalKey(Schema.NullOr(Schema.String)),
  updatedOn: Schema.optionalKey(Instant)
})
export type Lock = typeof Lock.Type

/**
 * A lock as a list row or detail shows it. `unlockCode` is present only if the masking rule of 001 §6 leaves the combination
 * visible, and null ('****') if the rule masks it.
 */
export const ShownLock = Schema.Struct({ ...Lock.fields, unlockCode: Schema.NullOr(UnlockCode) })
export type ShownLock = typeof ShownLock.Type

/** One line of a lock's log (001 §3). */
export const LockLog = Schema.Struct({
  logID: LogId,
  lockID: LockId,
  logDescription: Schema.String,
  createdOn: Instant
})
export type LockLog = typeof LockLog.Type
