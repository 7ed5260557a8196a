import type { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import { isCounted } from "#core/locks/lockChangeRules.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { LockAlreadyActive, LockLimitReached, LockNotAvailable, SerialNotFound } from "./ActivationErrors.ts"

/** Why a facility has no room for one more counted lock, or null. A null `maxLocks` is unlimited (DECISIONS, Tiers). */
export const limitRefusal = (
  facilityID: FacilityId,
  countedLocks: number,
  maxLocks: number | null
): LockLimitReached | null =>
  maxLocks !== null && countedLocks >= maxLocks
    ? new LockLimitReached({ data: { facilityID, countedLocks, maxLocks } })
    : null

/** The name of the inventory in place of a facility's. */
export const inventoryName = "the inventory"

/** The name of a facility the user can't see. */
const unseenFacility = "another facility"

/** A lock that a company already has. */
export interface HeldLock {
  readonly lockID: LockId | null
  readonly companyID: CompanyId
  readonly facilityID: FacilityId | null
  readonly facilityName: string
  readonly status: LockStatusId
  readonly isActive: boolean
  /** Whether the user may see the lock at its place: users restricted to some facilities can't see locks of others. */
  readonly isVisible: boolean
}

/**
 * Whether an activation would change nothing: the lock is active for the company at the target facility (or in the inventory if
 * `to` is null).
 */
export const isActivatedAt = (companyID: CompanyId, held: HeldLock | null, to: FacilityId | null): boolean =>
  held !== null && held.companyID === companyID && held.isActive && held.facilityID === to

/**
 * Why a company can't activate a lock, or null (001 §8). `held` is the company that has it now; if there is none, the
 * lock has to be in the registry. `to` is the target facility, null for the inventory. Problems of the lock come before
 * a full facility.
 */
export const activationRefusal = (
  companyID: CompanyId,
  held: HeldLock | null,
  registered: boolean,
  to: FacilityId | null,
  roomAt: (facilityID: FacilityId) => LockLimitReached | null
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
