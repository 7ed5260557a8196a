import { LockLimitReached } from "./ActivationErrors.ts"

/** Why one more counted lock does not fit a facility, or null. `maxLocks` null is unlimited (DECISIONS, Tiers). */
export const limitRefusal = (
  facilityID: number,
  countedLocks: number,
  maxLocks: number | null
): LockLimitReached | null =>
  maxLocks !== null && countedLocks >= maxLocks
    ? new LockLimitReached({ data: { facilityID, countedLocks, maxLocks } })
    : null
