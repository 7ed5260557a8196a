import type { SheetRow } from "./readWorkbook.ts"

/** A cell on one line: a line break would shift every row below it. */
const cellText = (cell: string): string => {
  const text = cell.replace(/\r\n|[\r\n]/g, " ").replaceAll("\0", "")
  return /[",;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * The rows of a sheet as CSV text. Each is on the line of its sheet row number, so that messages give the same number.
 * All rows have the same number of cells.
 */
export const sheetText = (rows: ReadonlyArray<SheetRow>): string => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const lines: Array<string> = []
  for (const { row, cells } of rows) {
    while (lines.length < row - 1) lines.push("")
    lines.push(Array.from({ length: width }, (_, nth) => cellText(cells[nth] ?? "")).join(","))
  }
  return `${lines.join("\n")}\n`
}
