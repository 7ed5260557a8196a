import type { LockId } from "#core/base/ids.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { foldText } from "#core/base/search/foldText.ts"

/** Locks without a facility, by serial code (001 §2, §4). Collects only IDs; a lock is read when it is drawn. */
export const inventoryIDs = (index: LockIndex): ReadonlyArray<LockId> => {
  const { columns, slots, size } = index
  const ids: Array<LockId> = []
  for (let place = 0; place < size; place++) {
    const slot = slots[place]!
    if (columns.facilities.tag(columns.facility[slot]!) === "") ids.push(columns.lock(slot))
  }
  return ids
}

/** Normalizes a search: lowercase, and a serial code without gaps between its digits. */
export const searchText = (text: string): string => foldText(text.trim()).replaceAll(/(?<=\d)[\s-]+(?=\d)/g, "")
