/** Whether a spreadsheet would run a cell as a formula instead of showing it. Some read the full-width signs as the plain ones. */
export const isFormula = (cell: string): boolean => /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell)

/** A cell without the apostrophe that `csvLine` writes before what a spreadsheet would run: it is no part of the cell. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

/**
 * One row as CSV, with its line end (RFC 4180). A cell that a spreadsheet would take for a formula is written as text,
 * with an apostrophe before it; a plain number keeps its sign.
 */
export const csvLine = (cells: ReadonlyArray<string | number | boolean | null>): string =>
  `${cells.map(csvCell).join(",")}\r\n`

const csvCell = (cell: string | number | boolean | null): string => {
  if (cell === null) return ""
  if (typeof cell !== "string") return String(cell)
  const text = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
