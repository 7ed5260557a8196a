import type { LockColumns } from "#core/base/search/LockColumns.ts"
import type { TextTable } from "#core/base/search/TextTable.ts"
import { LockColor } from "#core/locks/lockColors.ts"
import { textKeys } from "#web/grid/order.ts"
import type { GridKind, GridValue } from "#web/grid/GridExport.ts"

/** A column of the synced list: an index into a table of shared texts, or a value for each lock. */
export type LockValues =
  | {
      readonly kind: GridKind
      readonly table: TextTable
      readonly numbers: Uint32Array
      readonly valueOf: (number: number) => GridValue
    }
  | { readonly kind: GridKind; readonly valueAt: (slot: number) => GridValue }

const shared = (
  table: TextTable,
  numbers: Uint32Array,
  kind: GridKind = "text",
  valueOf: (number: number) => GridValue = (number) => table.text(number) || null
): LockValues => ({ kind, table, numbers, valueOf })

/** Values of a Manage Locks column, by the API's name for it (001 §7); undefined if it has none. */
export const lockValues = (columns: LockColumns, column: string): LockValues | undefined => {
  switch (column) {
    case "serialCode":
      return { kind: "text", valueAt: (slot) => columns.serialText(slot) }
    case "unitNumber":
      return shared(columns.units, columns.unit)
    case "secondaryLockStatus":
      return shared(columns.statuses, columns.status, "choice", (number) => columns.statuses.tag(number) || null)
    case "color":
      return shared(
        columns.colors,
        columns.color,
        "choice",
        (number) => LockColor.parse(columns.colors.text(number)) ?? null
      )
    case "updatedBy":
      return shared(columns.people, columns.by)
    case "updatedOn":
      return {
        kind: "date",
        valueAt: (slot) => (Number.isNaN(columns.updated[slot]!) ? null : columns.updated[slot]!)
      }
    case "facilityName":
      return shared(columns.facilities, columns.facility)
    default:
      return undefined
  }
}

const ranked = new WeakMap<TextTable, Float64Array>()

/** Sort ranks of a table's texts. A text never changes its index, so recompute them only when texts were added. */
const ranksOf = (table: TextTable): Float64Array => {
  const known = ranked.get(table)
  if (known?.length === table.size) return known
  const ranks = textKeys(Array.from({ length: table.size }, (_, number) => table.text(number)))
  ranked.set(table, ranks)
  return ranks
}

/** Sort key for each slot by a column; NaN for null. Text sorts by its displayed form, a status by its name. */
export const lockKeys = (columns: LockColumns, column: string, slots: Uint32Array): Float64Array | undefined => {
  if (column === "serialCode") return Float64Array.from(slots, (slot) => columns.serial(slot))
  const values = lockValues(columns, column)
  if (values === undefined) return undefined
  if ("valueAt" in values) return Float64Array.from(slots, (slot) => columns.updated[slot]!)
  const { table, numbers } = values
  const keys = ranksOf(table)
  return Float64Array.from(slots, (slot) => keys[numbers[slot]!]!)
}
