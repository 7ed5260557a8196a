import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { FmsUnit } from "../connectors/Connector.ts"
import { simulatedUnits } from "./simulatedUnits.ts"

/** A unit with active locks, and their statuses, lowest first. */
export interface LockedUnit {
  readonly unit: string
  readonly statuses: ReadonlyArray<LockStatusId>
}

const { Default, Delinquent, Vacant } = UnitStatus.id
const { AssignedOverlock, AssignedAuction, AssignedVacant, TenantUsingLock } = LockStatus.id

/** The unit status implied by its locks; null if they are not on its door. */
const statusFrom = (statuses: ReadonlyArray<LockStatusId>): FmsUnit["status"] | null =>
  statuses.includes(AssignedOverlock) || statuses.includes(AssignedAuction)
    ? Delinquent
    : statuses.includes(AssignedVacant)
      ? Vacant
      : statuses.includes(TenantUsingLock)
        ? Default
        : null

/** The reported status if the software disagrees: paid, rented or delinquent. */
const instead = { [Delinquent]: Default, [Vacant]: Default, [Default]: Delinquent } as const

/**
 * One in this many units with the same implied status gets another status; for one of the tenants' units also the spelling
 * differs.
 */
const driftEvery = 12
/** Units that never had a lock. */
const unlocked = 24

/**
 * The units of a demonstration facility: those with locks, mostly matching them, and some without a lock. They contain every
 * kind of mismatch that the locks allow.
 */
export const unitsBesideLocks = (
  seed: number,
  code: string,
  locked: ReadonlyArray<LockedUnit>
): ReadonlyArray<FmsUnit> => {
  const seen = new Map<FmsUnit["status"], number>()
  let crowded = 0
  const known = locked.map(({ unit: name, statuses }): FmsUnit => {
    const fromLocks = statusFrom(statuses)
    if (fromLocks === null) return { name, status: Default }
    // A vacant unit with two locks on its door has one too many, whatever their statuses.
    if (statuses.length > 1) return { name, status: crowded++ === 0 ? Vacant : fromLocks }
    const nth = seen.get(fromLocks) ?? 0
    seen.set(fromLocks, nth + 1)
    const turn = nth % driftEvery
    if (fromLocks === Default && turn === 1) return { name: name.replace("-", " "), status: fromLocks }
    return { name, status: turn === 0 ? instead[fromLocks] : fromLocks }
  })
  const taken = new Set(locked.map(({ unit }) => unit))
  const free = simulatedUnits(seed, code)
    .filter(({ name }) => !taken.has(name))
    .slice(0, unlocked)
    .map((unit, nth) => (nth === 0 ? { ...unit, status: Vacant } : unit))
  return [...known, ...free]
}
