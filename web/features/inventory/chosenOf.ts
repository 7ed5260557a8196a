import { defaultLockStatus } from "#core/locks/lockStatuses.ts"
import { lockList } from "#web/sync/LockList.ts"
import type { ChosenLock } from "./ChosenLock.ts"

/** Current state of locks by ID. Locks selected before keep their earlier state, so that changes show. */
export const chosenOf = (ids: Iterable<number>, before: ReadonlyArray<ChosenLock>): ReadonlyArray<ChosenLock> => {
  const known = new Map(before.map((lock) => [lock.lockID, lock]))
  return [...ids].flatMap((lockID): ReadonlyArray<ChosenLock> => {
    const chosen = known.get(lockID)
    if (chosen !== undefined) return [chosen]
    const lock = lockList.lockOf(lockID)
    if (lock === undefined) return []
    const { serialCode, color, secondaryLockStatus: status = defaultLockStatus } = lock
    return [{ lockID, serialCode, status, color }]
  })
}
