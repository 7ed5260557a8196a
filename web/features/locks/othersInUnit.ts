import type { FacilityId, LockId } from "#core/base/ids.ts"
import { unitKey } from "#core/base/unitName.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"

/** How many other active locks of the synced list are in a unit. */
export const othersInUnit = (index: LockIndex, facilityID: FacilityId, unit: string, lockID: LockId): number => {
  const { columns, slots, size } = index
  const facility = String(facilityID)
  const wanted = unitKey(unit)
  // Locks share units, so compare each name once.
  const same = Array.from({ length: columns.units.size }, (_, number) => unitKey(columns.units.text(number)) === wanted)
  let count = 0
  for (let at = 0; at < size; at += 1) {
    const slot = slots[at] ?? 0
    if (same[columns.unit[slot] ?? 0] !== true || columns.lockID[slot] === lockID) continue
    if (columns.facilities.tag(columns.facility[slot] ?? 0) === facility) count += 1
  }
  return count
}
