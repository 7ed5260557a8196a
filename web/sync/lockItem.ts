import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { lockColorName } from "#core/locks/lockColors.ts"
import { codesHidden, combinationMasked } from "#core/locks/lockRules.ts"
import type { LockWord } from "#core/locks/lockWords.ts"
import { CoarseLockStatus, LockStatus, type LockStatusId, statusDot } from "#core/locks/lockStatuses.ts"

/** What `is:` finds a lock by, besides `inventory` and `masked`: the groups that its dot shows. */
const groups = { green: "available", blue: "inuse", orange: "problem" } as const

/** The words that find a lock in a status, undefined for who is shown none, at a facility or in the inventory. */
export const wordsFor = (
  status: LockStatusId | undefined,
  inInventory: boolean,
  user: LoggedInUser
): ReadonlyArray<LockWord> => {
  // Who is shown no status learns nothing of it from a word either.
  const masked = status === undefined ? codesHidden(user) : combinationMasked(user, status)
  return [
    ...(inInventory ? (["inventory"] as const) : []),
    ...(status === undefined ? [] : [groups[statusDot(status)]]),
    ...(masked ? (["masked"] as const) : [])
  ]
}

/** What the search knows of a lock, for the eyes of `user`. */
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

/** What a lock is made of that its item does not say. */
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

/** The lock that an item was made of. Only active locks are in the list; who sees no status has none in it. */
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
