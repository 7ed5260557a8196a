import { countOf } from "#core/base/countOf.ts"
import { maskedCombination } from "#core/exports/sheetColumns.ts"
import { logTime } from "#web/app/times.ts"
import { placesIn } from "#web/ui/listPlace.ts"
import type { GridValue, Listed, ListedColumn } from "#web/grid/GridExport.ts"

/** The column of combinations: grids never have their values. */
export const isCombination = ({ id }: ListedColumn): boolean => id === "combination"

/** What stands in a cell on paper. */
export const cellText = (column: ListedColumn, value: GridValue): string => {
  if (value === null || value === "") return isCombination(column) ? maskedCombination : "--"
  if (column.kind === "date" && typeof value === "number") return `${logTime(value)} UTC`
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value)
}

/** What stands in a cell of a file: dates stay numbers for whoever writes it. */
export const fileValue = (column: ListedColumn, value: GridValue): GridValue =>
  isCombination(column) ? (value ?? maskedCombination) : value

/** Places of the rows that are meant: the selected ones where there are any, in the order in which they are listed. */
export const placesOf = ({ rows, selected }: Listed, most: number): ReadonlyArray<number> => {
  if (rows === null) return []
  if (selected.length === 0) return Array.from({ length: Math.min(rows.count, most) }, (_, place) => place)
  return placesIn(new Set(selected), rows).slice(0, most)
}

/** How many rows are meant. */
export const rowsMeant = (listed: Listed): number => {
  const { rows, selected, count } = listed
  if (selected.length === 0) return count
  return rows === null ? selected.length : placesOf(listed, selected.length).length
}

/** A number of rows, in words. */
export const rowsText = (count: number): string => countOf(count, "row")
