import { sameUnit } from "#core/base/unitName.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Unit } from "./Unit.ts"

/**
 * Units of a cloud-managed facility that fit a lock in this status: vacant ones for Assigned Vacant, otherwise the
 * others (001 §4). The lock's current unit stays in the list.
 */
export const unitChoices = (
  units: ReadonlyArray<Unit>,
  status: LockStatusId,
  present: string | null
): ReadonlyArray<Unit> => {
  const vacant = status === LockStatus.id.AssignedVacant
  return units.filter((unit) => (unit.status === UnitStatus.id.Vacant) === vacant || sameUnit(unit.name, present))
}

/** A note about a chosen unit; it never blocks. */
export interface UnitNotice {
  readonly kind: "warning" | "info"
  readonly text: string
}

const delinquentOnly: ReadonlySet<LockStatusId> = new Set([
  LockStatus.id.AssignedOverlock,
  LockStatus.id.AssignedAuction
])

/**
 * Notes about a unit of a cloud-managed facility for a lock in this status (001 §4).
 * @param others the other active locks in the unit
 */
export const unitNotices = (
  units: ReadonlyArray<Unit>,
  status: LockStatusId,
  name: string,
  others: number
): ReadonlyArray<UnitNotice> => {
  if (name === "") return []
  const unit = units.find((each) => sameUnit(each.name, name))
  const info = (text: string): UnitNotice => ({ kind: "info", text })
  return [
    ...(others > 0 ? [{ kind: "warning" as const, text: "There are other locks assigned to this unit." }] : []),
    ...(unit === undefined
      ? [info("The management software has no such unit.")]
      : delinquentOnly.has(status) && unit.status !== UnitStatus.id.Delinquent
        ? [info("This unit is not delinquent.")]
        : status === LockStatus.id.AssignedVacant && unit.status !== UnitStatus.id.Vacant
          ? [info("This unit is not vacant.")]
          : [])
  ]
}
