import { filterText } from "./filterText.ts"
import type { LockColumns } from "./LockColumns.ts"
import type { Filter, FilterKey } from "./searchQuery.ts"
import type { TextTable } from "./TextTable.ts"
import { rank } from "./tiers.ts"
import { type InstantRange, type Moment, updatedRange } from "./updatedRange.ts"

/** Sets the tier of every excluded lock to `none`; `tiers` belong to the locks in `slots`. */
export type Exclusion = (slots: Uint32Array, tiers: Uint8Array) => void

/** The texts a filter compares, and the column with their numbers; undefined for properties that locks don't have as text. */
const columnOf = (columns: LockColumns, key: FilterKey): readonly [TextTable, Uint32Array] | undefined => {
  switch (key) {
    case "status":
      return [columns.statuses, columns.status]
    case "color":
      return [columns.colors, columns.color]
    case "facility":
      return [columns.facilities, columns.facility]
    case "unit":
      return [columns.units, columns.unit]
    case "by":
      return [columns.people, columns.by]
    case "is":
      return [columns.traits, columns.trait]
    case "updated":
    case "fms":
    case "role":
      return undefined
  }
}

const byTime = ({ updated }: LockColumns, asked: ReadonlyArray<Filter>, moment: Moment): Exclusion => {
  const ranges = (not: boolean): ReadonlyArray<InstantRange> =>
    asked.filter((filter) => filter.not === not).flatMap(({ value }) => updatedRange(value)?.(moment) ?? [])
  const [wanted, unwanted] = [ranges(false), ranges(true)]
  const anyWanted = asked.some(({ not }) => !not)
  return (slots, tiers) => {
    for (let at = 0; at < slots.length; at++) {
      const instant = updated[slots[at]!]!
      const within = ({ from, to }: InstantRange) => instant >= from && instant < to
      if ((anyWanted && !wanted.some(within)) || unwanted.some(within)) tiers[at] = rank.none
    }
  }
}

/** Excludes the locks whose text is marked `none` in `barred` (all others are 0). */
const byTable =
  (barred: Uint8Array, column: Uint32Array): Exclusion =>
  (slots, tiers) => {
    for (let at = 0; at < tiers.length; at++) tiers[at]! |= barred[column[slots[at]!]!]!
  }

const byText = (table: TextTable, column: Uint32Array, asked: ReadonlyArray<Filter>): Exclusion => {
  const barred = new Uint8Array(table.size).fill(asked.some(({ not }) => !not) ? rank.none : 0)
  for (const { key, value, not } of asked.toSorted((a, b) => Number(a.not) - Number(b.not))) {
    table.selected(filterText(value, key === "is")).forEach((named, number) => {
      if (named === 1) barred[number] = not ? rank.none : 0
    })
  }
  return byTable(barred, column)
}

/** Excludes the locks without a unit. */
export const withoutUnit = ({ units, unit }: LockColumns): Exclusion =>
  byTable(
    Uint8Array.from({ length: units.size }, (_, number) => (units.text(number) === "" ? rank.none : 0)),
    unit
  )

/**
 * The exclusions of a query's filters. Filters with the same key are alternatives (`status:lost status:damaged`), all
 * those with `not` exclude, and different keys must all match. Undefined if no lock can match, because locks have no
 * such property.
 */
export const exclusionsOf = (
  columns: LockColumns,
  filters: ReadonlyArray<Filter>,
  moment: Moment
): ReadonlyArray<Exclusion> | undefined => {
  const exclusions: Array<Exclusion> = []
  for (const [key, asked] of Map.groupBy(filters, (filter) => filter.key)) {
    const column = columnOf(columns, key)
    if (column !== undefined) exclusions.push(byText(...column, asked))
    else if (key === "updated") exclusions.push(byTime(columns, asked, moment))
    else return undefined
  }
  return exclusions
}
