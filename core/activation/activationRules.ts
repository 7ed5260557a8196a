import { isCounted } from "#core/locks/lockChangeRules.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { LockAlreadyActive, LockLimitReached, LockNotAvailable, SerialNotFound } from "./ActivationErrors.ts"

/** Why one more counted lock does not fit a facility, or null. `maxLocks` null is unlimited (DECISIONS, Tiers). */
export const limitRefusal = (
  facilityID: number,
  countedLocks: number,
  maxLocks: number | null
): LockLimitReached | null =>
  maxLocks !== null && countedLocks >= maxLocks
    ? new LockLimitReached({ data: { facilityID, countedLocks, maxLocks } })
    : null

/** What the inventory is called where a facility's name would stand. */
export const inventoryName = "the inventory"

/** What a facility is called to a user who may not see it. */
const unseenFacility = "another facility"

/** A lock that some company holds already. */
export interface HeldLock {
  readonly lockID: number
  readonly companyID: number
  readonly facilityID: number | null
  readonly facilityName: string
  readonly status: LockStatusId
  readonly isActive: boolean
  /** Whether the user may see the lock where it is: one restricted to some facilities does not see those of others. */
  readonly isVisible: boolean
}

/**
 * Whether a lock already is as an activation would leave it: active for the company, at the facility it is to go to (or in
 * the inventory, where `to` is null).
 */
export const isActivatedAt = (companyID: number, held: HeldLock | null, to: number | null): boolean =>
  held !== null && held.companyID === companyID && held.isActive && held.facilityID === to

/**
 * Why a lock cannot be activated by a company, or null (001 §8). `held` is who holds it now; one that nobody holds has
 * to be in the registry. `to` is the facility it goes to, null the inventory. What is wrong with the lock itself is said
 * before a full facility is.
 */
export const activationRefusal = (
  companyID: number,
  held: HeldLock | null,
  registered: boolean,
  to: number | null,
  roomAt: (facilityID: number) => LockLimitReached | null
): LockAlreadyActive | LockLimitReached | LockNotAvailable | SerialNotFound | null => {
  if (held === null ? !registered : held.companyID !== companyID) return new SerialNotFound()
  if (held !== null && held.isActive && (held.facilityID !== null || to === null)) {
    const { lockID, facilityID, facilityName, isVisible } = held
    return new LockAlreadyActive({
      data: isVisible
        ? { lockID, facilityID, facilityName }
        : { lockID: null, facilityID: null, facilityName: unseenFacility }
    })
  }
  const status = held?.status ?? LockStatus.id.Available
  if (held !== null && status !== LockStatus.id.Available)
    return new LockNotAvailable({ data: { lockID: held.isVisible ? held.lockID : null } })
  return to === null || !isCounted(status) ? null : roomAt(to)
}
