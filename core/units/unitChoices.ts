import { sameUnit } from "#core/base/unitName.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Unit } from "./Unit.ts"

/**
 * Units of a cloud-managed facility that a lock in this status may be put on: vacant ones for Assigned Vacant, otherwise
 * those that are not (001 §4). The one the lock is on stays in the list.
 */
export const unitChoices = (
  units: ReadonlyArray<Unit>,
  status: LockStatusId,
  present: string | null
): ReadonlyArray<Unit> => {
  const vacant = status === LockStatus.id.AssignedVacant
  return units.filter((unit) => (unit.status === UnitStatus.id.Vacant) === vacant || sameUnit(unit.name, present))
}

/** What there is to say of a unit that was chosen; none of it stops anybody. */
export interface UnitNotice {
  readonly kind: "warning" | "info"
  readonly text: string
}

const delinquentOnly: ReadonlySet<LockStatusId> = new Set([
  LockStatus.id.AssignedOverlock,
  LockStatus.id.AssignedAuction
])

/**
 * What to say of a unit of a cloud-managed facility for a lock in this status (001 §4).
 * @param others active locks in the unit, this one left out
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
      ? [info("The management software knows no such unit.")]
      : delinquentOnly.has(status) && unit.status !== UnitStatus.id.Delinquent
        ? [info("This unit is not delinquent.")]
        : status === LockStatus.id.AssignedVacant && unit.status !== UnitStatus.id.Vacant
          ? [info("This unit is not vacant.")]
          : [])
  ]
}
