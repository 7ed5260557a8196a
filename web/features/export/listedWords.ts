import { countOf } from "#core/base/countOf.ts"
import { maskedCombination } from "#core/exports/sheetColumns.ts"
import { logTime } from "#web/app/times.ts"
import { placesIn } from "#web/ui/listPlace.ts"
import type { GridValue, Listed, ListedColumn } from "#web/grid/GridExport.ts"

/** The combination column. Grids never hold its values. */
export const isCombination = ({ id }: ListedColumn): boolean => id === "combination"

/** Text of a printed cell. */
export const cellText = (column: ListedColumn, value: GridValue): string => {
  if (value === null || value === "") return isCombination(column) ? maskedCombination : "--"
  if (column.kind === "date" && typeof value === "number") return `${logTime(value)} UTC`
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value)
}

/** Heading of a column in a file. Spreadsheets show no time zone with a date. */
export const fileTitle = ({ title, kind }: ListedColumn): string => (kind === "date" ? `${title} (UTC)` : title)

/** Value of a cell in a file. Dates stay numbers for the writer. */
export const fileValue = (column: ListedColumn, value: GridValue): GridValue =>
  isCombination(column) ? (value ?? maskedCombination) : value

/** Indexes of the rows to output, in list order: the selected ones if there are any. */
export const placesOf = ({ rows, selected }: Listed, most: number): ReadonlyArray<number> => {
  if (rows === null) return []
  if (selected.length === 0) return Array.from({ length: Math.min(rows.count, most) }, (_, place) => place)
  return placesIn(new Set(selected), rows).slice(0, most)
}

/** Number of rows to output. */
export const rowsMeant = (listed: Listed): number => {
  const { rows, selected, count } = listed
  if (selected.length === 0) return count
  return rows === null ? selected.length : placesOf(listed, selected.length).length
}

/** A number of rows as text. */
export const rowsText = (count: number): string => countOf(count, "row")
