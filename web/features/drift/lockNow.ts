import type { LockId } from "#core/base/ids.ts"
import { lockList } from "#web/sync/LockList.ts"

/** The state of a lock that findings depend on. */
export const lockNow = (lockID: LockId): string => {
  const lock = lockList.lockOf(lockID)
  return `${lock?.secondaryLockStatus ?? ""} ${lock?.unitNumber ?? ""} ${lock?.facilityID ?? ""}`
}
