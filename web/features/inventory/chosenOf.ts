import { defaultLockStatus } from "#core/locks/lockStatuses.ts"
import type { ChosenLock } from "./ChosenLock.ts"
import { lockInRow } from "#web/sync/LockList.ts"

/** Current state of locks by ID. Locks selected before keep their earlier state, so that changes show. */
export const chosenOf = (ids: Iterable<number>, before: ReadonlyArray<ChosenLock>): ReadonlyArray<ChosenLock> => {
  const known = new Map<number, ChosenLock>(before.map((lock) => [lock.lockID, lock]))
  return [...ids].flatMap((id): ReadonlyArray<ChosenLock> => {
    const chosen = known.get(id)
    if (chosen !== undefined) return [chosen]
    const lock = lockInRow(id)
    if (lock === undefined) return []
    const { lockID, serialCode, color, secondaryLockStatus: status = defaultLockStatus } = lock
    return [{ lockID, serialCode, status, color }]
  })
}
