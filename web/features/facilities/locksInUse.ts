import type { FacilityId } from "#core/base/ids.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { inUseStatuses } from "#core/facilities/facilityRules.ts"

const inUse: ReadonlySet<string> = new Set(inUseStatuses.map(String))

/** How many locks in the synced list prevent deleting the facility (001 §4). */
export const locksInUse = ({ columns, slots, size }: LockIndex, facilityID: FacilityId): number => {
  const facility = String(facilityID)
  let count = 0
  for (let at = 0; at < size; at += 1) {
    const slot = slots[at] ?? 0
    if (columns.facilities.tag(columns.facility[slot] ?? 0) !== facility) continue
    if (inUse.has(columns.statuses.tag(columns.status[slot] ?? 0))) count += 1
  }
  return count
}
