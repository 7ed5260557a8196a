import { Schema } from "effect"
import { LockId, SerialCode } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"

/** A lock as it was when selected. */
export const ChosenLock = Schema.Struct({
  lockID: LockId,
  serialCode: SerialCode,
  status: LockStatus.Id,
  color: Schema.Int,
  /** Why the server skipped it in an assignment, if it did. */
  left: Schema.optionalKey(Schema.String)
})
export type ChosenLock = typeof ChosenLock.Type

/**
 * Why a lock can't be assigned now, or null: it was changed or taken in the meantime, or was never assignable. `lock`
 * is its current state, undefined if it is no longer in the list.
 */
export const conflictOf = (chosen: ChosenLock, lock: Lock | undefined): string | null => {
  if (lock === undefined) return "No longer in the inventory"
  if (lock.facilityID !== null) return `Since assigned to ${lock.facilityName ?? "a facility"}`
  const status = lock.secondaryLockStatus ?? chosen.status
  if (status !== chosen.status) return `Since changed to ${LockStatus.label(status)}`
  if (chosen.left !== undefined) return chosen.left
  return status === LockStatus.id.Available ? null : "Lock is not set to Available"
}
