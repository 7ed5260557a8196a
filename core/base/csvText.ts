/** Whether a spreadsheet would run a cell as a formula. Some treat full-width signs like ASCII ones. */
export const isFormula = (cell: string): boolean => /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell)

/** Removes the apostrophe that `csvLine` adds before formulas. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

/**
 * A row as CSV with a line break (RFC 4180). A cell that a spreadsheet would run as a formula gets a leading apostrophe; plain
 * numbers keep their sign.
 */
export const csvLine = (cells: ReadonlyArray<string | number | boolean | null>): string =>
  `${cells.map(csvCell).join(",")}\r\n`

const csvCell = (cell: string | number | boolean | null): string => {
  if (cell === null) return ""
  if (typeof cell !== "string") return String(cell)
  const text = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
