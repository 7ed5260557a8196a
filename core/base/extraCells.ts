import type { CsvRowFault } from "./csvRow.ts"

/** The heading for cells beyond the last column in a file of failed rows. A row is not fixed until these cells are empty. */
export const extraColumn = "extra cell"

export const isExtraColumn = (name: string): boolean => name.trim().toLowerCase() === extraColumn

/** The cells of a row under the headings that a file of failed rows added for surplus cells, unless they are blank. */
export const extraCellsOf = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>): ReadonlyArray<string> =>
  header.flatMap((name, nth) => {
    const cell = cells[nth] ?? ""
    return isExtraColumn(name) && cell.trim() !== "" ? [cell] : []
  })

/**
 * The fault of a row that still has its surplus cells in a file of failed rows, or null.
 * @param isAdded whether a heading was added by that file
 */
export const extraCellsFault = (
  header: ReadonlyArray<string>,
  cells: ReadonlyArray<string>,
  isAdded: (name: string) => boolean
): CsvRowFault | null => {
  const { length } = extraCellsOf(header, cells)
  if (length === 0) return null
  const expected = header.filter((name) => !isExtraColumn(name) && !isAdded(name)).length
  return { kind: "cells", found: expected + length, expected }
}

/** A header with a heading for each surplus cell of the widest row. */
export const withExtraColumns = (header: ReadonlyArray<string>, width: number): ReadonlyArray<string> => [
  ...header,
  ...Array.from({ length: Math.max(0, width - header.length) }, () => extraColumn)
]
