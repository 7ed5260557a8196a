import type { LockItem } from "#core/base/search/LockColumns.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { serialDigits } from "#core/base/search/serialDigits.ts"
import { foldText } from "#core/base/search/foldText.ts"
import type { ListRows } from "#web/ui/ListRows.ts"

/** What narrows the list of locks. */
export interface LockNarrowing {
  readonly facilityID: number | null
  /** Part of a serial code, grouped or not, or of a unit. */
  readonly text: string
}

type Row = Required<LockItem>

/** For every distinct unit whether it has the text in it: locks share units, so each is looked at once. */
const unitsWith = ({ columns }: LockIndex, text: string): Uint8Array => {
  const { units } = columns
  return Uint8Array.from({ length: units.size }, (_, number) => Number(foldText(units.text(number)).includes(text)))
}

const serialTest = ({ columns }: LockIndex, text: string): ((slot: number) => boolean) => {
  const digits = serialDigits(text.replace(/[\s-]/g, ""))
  if (digits === undefined) return () => false
  return (slot) => (digits.head[columns.head[slot]!]! & digits.tail[columns.tail[slot]!]!) !== 0
}

/** Locks with a facility, by serial code (001 §4), as far as they are wanted. Only ids are gathered; a row is read when it is drawn. */
export const lockRows = (index: LockIndex, { facilityID, text }: LockNarrowing): ListRows<Row> => {
  const { columns, size } = index
  const wanted = foldText(text.trim())
  const inUnit = wanted === "" ? null : unitsWith(index, wanted)
  const inSerial = serialTest(index, wanted)
  const at = facilityID === null ? null : String(facilityID)
  const ids = new Uint32Array(size)
  let count = 0
  for (let place = 0; place < size; place++) {
    const slot = index.slots[place]!
    const facility = columns.facilities.tag(columns.facility[slot]!)
    if (facility === "" || (at !== null && facility !== at)) continue
    if (inUnit !== null && inUnit[columns.unit[slot]!] !== 1 && !inSerial(slot)) continue
    ids[count++] = columns.lockID[slot]!
  }
  const found = ids.subarray(0, count)
  return {
    count,
    idAt: (place) => found[place] ?? -1,
    at: (place) => index.get(found[place] ?? -1),
    placeOf: (id) => found.indexOf(id)
  }
}
