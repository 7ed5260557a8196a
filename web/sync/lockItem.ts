import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { lockColorName } from "#core/locks/lockColors.ts"
import { codesHidden, combinationMasked } from "#core/locks/lockRules.ts"
import type { LockWord } from "#core/locks/lockWords.ts"
import { CoarseLockStatus, LockStatus, type LockStatusId, statusDot } from "#core/locks/lockStatuses.ts"

/** Words for `is:` besides `inventory` and `masked`: the groups shown by the lock's dot. */
const groups = { green: "available", blue: "inuse", orange: "problem" } as const

/**
 * The `is:` words of a lock with a status, at a facility or in the inventory. `status` is undefined for users who
 * can't see it.
 */
export const wordsFor = (
  status: LockStatusId | undefined,
  inInventory: boolean,
  user: LoggedInUser
): ReadonlyArray<LockWord> => {
  // Users who can't see the status must not learn it from a word either.
  const masked = status === undefined ? codesHidden(user) : combinationMasked(user, status)
  return [
    ...(inInventory ? (["inventory"] as const) : []),
    ...(status === undefined ? [] : [groups[statusDot(status)]]),
    ...(masked ? (["masked"] as const) : [])
  ]
}

/** The search's data about a lock, with the fields `user` may see. */
export const lockItem = (lock: Lock, user: LoggedInUser): Required<LockItem> => ({
  lockID: lock.lockID,
  serialCode: lock.serialCode,
  unitNumber: lock.unitNumber,
  facilityID: lock.facilityID,
  facilityName: lock.facilityName,
  statusCode: lock.secondaryLockStatus,
  statusName: lock.secondaryLockStatus === undefined ? null : LockStatus.label(lock.secondaryLockStatus),
  colorName: lockColorName(lock.color),
  updatedBy: lock.updatedBy,
  updatedOn: lock.updatedOn === undefined ? null : Date.parse(lock.updatedOn),
  is: wordsFor(lock.secondaryLockStatus, lock.facilityID === null, user)
})

/** Fields of a lock that its search item lacks. */
export interface BesideItem {
  readonly color: number
  readonly viewCount: number
}

const active = CoarseLockStatus.id.Active

const withStatus = (item: Required<LockItem>, status: LockStatusId): Partial<Lock> => ({
  lockStatusID: active,
  statusName: CoarseLockStatus.label(active),
  secondaryLockStatus: status,
  secondaryStatusName: LockStatus.label(status),
  updatedBy: item.updatedBy ?? null,
  ...(item.updatedOn == null ? {} : { updatedOn: new Date(item.updatedOn).toISOString() })
})

/**
 * Rebuilds a lock from its item. The list has only active locks. Users who can't see the status have none in the
 * item.
 */
export const lockOfItem = (item: Required<LockItem>, { color, viewCount }: BesideItem): Lock => ({
  lockID: item.lockID,
  serialCode: item.serialCode,
  facilityID: item.facilityID ?? null,
  facilityName: item.facilityName ?? null,
  isActive: true,
  unitNumber: item.unitNumber ?? null,
  color,
  viewCount,
  ...(item.statusCode != null && LockStatus.isId(item.statusCode) ? withStatus(item, item.statusCode) : {})
})
