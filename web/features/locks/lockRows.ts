import type { FacilityId } from "#core/base/ids.ts"
import { foldText } from "#core/base/search/foldText.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { serialDigits } from "#core/base/search/serialDigits.ts"
import { filterTest } from "#web/grid/filterTest.ts"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { placesBy } from "#web/grid/order.ts"
import type { ListRows } from "#web/ui/ListRows.ts"
import { lockKeys, lockValues } from "./lockValues.ts"

/** Filters and order of the lock list. */
export interface LockNarrowing extends Partial<Pick<GridQuery, "sort" | "filters">> {
  readonly facilityID: FacilityId | null
  /** Part of a serial code (grouped or not) or of a unit. */
  readonly text: string
}

type Row = Required<LockItem>
type SlotTest = (slot: number) => boolean

/** For each distinct unit, whether it contains the text. Locks share units, so each is tested once. */
const unitsWith = ({ columns }: LockIndex, text: string): Uint8Array => {
  const { units } = columns
  return Uint8Array.from({ length: units.size }, (_, number) => Number(foldText(units.text(number)).includes(text)))
}

const serialTest = ({ columns }: LockIndex, text: string): SlotTest => {
  const digits = serialDigits(text.replace(/[\s-]/g, ""))
  if (digits === undefined) return () => false
  return (slot) => (digits.head[columns.head[slot]!]! & digits.tail[columns.tail[slot]!]!) !== 0
}

/** Tests values shared by many locks only once. */
const filterOf = ({ columns }: LockIndex, column: string, text: string): SlotTest => {
  const values = lockValues(columns, column)
  if (values === undefined) return () => true
  const passes = filterTest(values.kind, text)
  if ("valueAt" in values) return (slot) => passes(values.valueAt(slot))
  const { table, numbers, valueOf } = values
  const passing = Uint8Array.from({ length: table.size }, (_, number) => Number(passes(valueOf(number))))
  return (slot) => passing[numbers[slot]!] === 1
}

const testsOf = (index: LockIndex, { facilityID, text, filters = {} }: LockNarrowing): ReadonlyArray<SlotTest> => {
  const { columns } = index
  const wanted = foldText(text.trim())
  const at = facilityID === null ? null : String(facilityID)
  const inUnit = wanted === "" ? null : unitsWith(index, wanted)
  const inSerial = serialTest(index, wanted)
  return [
    (slot) => {
      const facility = columns.facilities.tag(columns.facility[slot]!)
      return facility !== "" && (at === null || facility === at)
    },
    ...(inUnit === null ? [] : [(slot: number): boolean => inUnit[columns.unit[slot]!] === 1 || inSerial(slot)]),
    ...Object.entries(filters).map(([column, value]) => filterOf(index, column, value))
  ]
}

/** Slots of the matching locks, sorted by serial code (001 §4) or by the chosen column. */
const slotsOf = (index: LockIndex, narrowing: LockNarrowing): Uint32Array => {
  const tests = testsOf(index, narrowing)
  const found = new Uint32Array(index.size)
  let count = 0
  for (let place = 0; place < index.size; place++) {
    const slot = index.slots[place]!
    if (tests.every((test) => test(slot))) found[count++] = slot
  }
  const slots = found.subarray(0, count)
  const { sort = null } = narrowing
  const keys = sort === null ? undefined : lockKeys(index.columns, sort.column, slots)
  return keys === undefined ? slots : placesBy(keys, sort?.desc === true).map((place) => slots[place]!)
}

/** Matching locks at facilities. Collects only IDs; a row is read when it is drawn. */
export const lockRows = (index: LockIndex, narrowing: LockNarrowing): ListRows<Row> => {
  const { columns } = index
  const slots = slotsOf(index, narrowing)
  // Not by slot: a lock that left the list leaves its slot to another.
  const ids = slots.map((slot) => columns.lockID[slot]!)
  return {
    count: ids.length,
    idAt: (place) => ids[place] ?? -1,
    at: (place) => index.byNumber(ids[place] ?? -1),
    placeOf: (id) => ids.indexOf(id)
  }
}
