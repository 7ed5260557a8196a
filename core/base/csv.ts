import { type CsvRowFault, mostCsvColumns, newlineAt, type RawRow, rowAt } from "./csvRow.ts"
import { type HeadingScore, headerAt, headerRows } from "./headerRow.ts"

export type { CsvRowFault } from "./csvRow.ts"

/** The characters that separate cells. */
const csvSeparators = [",", ";", "\t"] as const
export type CsvSeparator = (typeof csvSeparators)[number]

/** Where a text stops being CSV: line and column (both from 1), what is wrong there and how to fix it. */
export interface CsvFault {
  /** The header has more cells than any list: nothing behind it was looked at. */
  readonly tooWide?: true
  readonly line: number
  readonly column: number
  readonly error: string
  readonly fix: string
}

/** One row: the line of the text it begins on and its cells, quotes taken off. */
export interface CsvRow {
  readonly line: number
  /** Of a row with a fault: what could be read of it, which is its line as it stands where its quotes do not match. */
  readonly cells: ReadonlyArray<string>
  readonly fault?: CsvRowFault
}

/** A text read as CSV. `rows` starts anew at every call and keeps no row that it has given out. */
export interface CsvTable {
  readonly separator: CsvSeparator
  readonly header: ReadonlyArray<string>
  /** The line of the header; 0 where the text has none. */
  readonly headerLine: number
  /** Cells of the widest row. */
  readonly width: number
  readonly rowCount: number
  readonly rows: () => Generator<CsvRow, void, undefined>
}

/** What reading a text gives: its table, or the first place where it is no CSV. */
export type CsvReading =
  | { readonly kind: "table"; readonly table: CsvTable }
  | { readonly kind: "empty" }
  | { readonly kind: "fault"; readonly fault: CsvFault }

export interface CsvOptions {
  /**
   * How well a row matches the headings that are known, 0 where not at all. Rows above the one that matches best are titles
   * and are left out. Without it the first row is the header.
   */
  readonly score?: HeadingScore
  /** Every row is data: the text has no header. */
  readonly headless?: boolean
}

/**
 * Reads a text as CSV (RFC 4180): commas, semicolons or tabs, any line ends (also mixed), quoted cells, a byte order mark,
 * a line `sep=;` as Excel writes it, titles above the header, blank lines and blank rows. Cells stay text, leading zeros and
 * blanks included. A row that cannot be read comes with its fault, and the rows below it are read all the same.
 */
export const readCsv = (text: string, options: CsvOptions = {}): CsvReading => {
  const zero = text.indexOf("\0")
  if (zero !== -1) return zeroByte(text, zero)
  const { start, line, separator: named } = beginning(text)
  const separator = named ?? separatorOf(text, start, options.score)
  const rows = () => rowsFrom(text, start, line, separator)
  const head = headerAt(headRows(rows()), options)
  if (head === null) return { kind: "empty" }
  const header = options.headless === true ? null : head.row
  if (head.row.width > mostCsvColumns) return tooWide(head.line)
  const expected = expectedWidth(head.row)
  let rowCount = 0
  let width = head.row.width
  for (const { row, line: at } of rows()) {
    if (at < head.line || (header !== null && at === head.line)) continue
    rowCount++
    if (row.width > width) width = Math.min(row.width, mostCsvColumns)
  }
  return {
    kind: "table",
    table: {
      separator,
      header: header?.cells ?? head.row.cells.map(() => ""),
      headerLine: header === null ? 0 : head.line,
      width,
      rowCount,
      *rows() {
        for (const { row, line: at } of rows()) {
          if (at < head.line || (header !== null && at === head.line)) continue
          const fault = faultOf(row, expected)
          yield { line: at, cells: row.cells, ...(fault === null ? {} : { fault }) }
        }
      }
    }
  }
}

interface PlacedRow {
  readonly line: number
  readonly row: RawRow
}

/** The rows of a text that hold something. */
function* rowsFrom(
  text: string,
  start: number,
  first: number,
  separator: string
): Generator<PlacedRow, void, undefined> {
  let pos = start
  let line = first
  while (pos < text.length) {
    const row = rowAt(text, pos, separator)
    if (!row.blank) yield { line, row }
    pos = row.end
    line += row.lines
  }
}

/** The first rows, among which the header is. */
const headRows = (rows: Generator<PlacedRow, void, undefined>): ReadonlyArray<PlacedRow & Pick<RawRow, "cells">> => {
  const found: Array<PlacedRow & Pick<RawRow, "cells">> = []
  for (const each of rows) {
    found.push({ ...each, cells: each.row.cells })
    if (found.length === headerRows) break
  }
  return found
}

/** Cells that every row must have, and may have: spreadsheets write empty cells behind the last heading, or leave them out. */
const expectedWidth = ({ cells, width }: RawRow): readonly [least: number, most: number] => {
  const least = cells.findLastIndex((cell) => cell.trim() !== "") + 1
  return [least, width]
}

const faultOf = (row: RawRow, [least, most]: readonly [number, number]): CsvRowFault | null => {
  if (row.unquoted) return { kind: "quotes" }
  if (row.width >= least && row.width <= most) return null
  const surplusIsBlank = row.width <= mostCsvColumns && row.cells.slice(most).every((cell) => cell.trim() === "")
  return row.width > most && surplusIsBlank ? null : { kind: "cells", found: row.width, expected: least }
}

/** Where the rows begin: behind a byte order mark and a line in which Excel names the separator. */
const beginning = (
  text: string
): { readonly start: number; readonly line: number; readonly separator: CsvSeparator | null } => {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const named = /^"?sep=(.)"?[ \t]*(\r\n|\n|\r|$)/i.exec(text.slice(start, start + 20))
  if (named === null) return { start, line: 1, separator: null }
  return {
    start: start + named[0].length,
    line: 2,
    separator: csvSeparators.find((each) => each === named[1]) ?? null
  }
}

/** The separator with which a row matches the known headings best; among equals the one that the header has most of. */
const separatorOf = (text: string, start: number, score: HeadingScore | undefined): CsvSeparator => {
  let best: { readonly separator: CsvSeparator; readonly score: number; readonly width: number } | null = null
  for (const separator of csvSeparators) {
    const head = headerAt(headRows(rowsFrom(text, start, 1, separator)), score === undefined ? {} : { score })
    if (head === null) break
    const found = { separator, score: score?.(head.cells) ?? 0, width: head.row.unquoted ? 0 : head.row.width }
    if (best === null || found.score > best.score || (found.score === best.score && found.width > best.width))
      best = found
  }
  return best?.separator ?? ","
}

const placeOf = (text: string, pos: number): { readonly line: number; readonly column: number } => {
  let line = 1
  let lineStart = 0
  for (let at = 0; at < pos; at++) {
    const newline = newlineAt(text, at)
    if (newline === "") continue
    at += newline.length - 1
    line++
    lineStart = at + 1
  }
  return { line, column: text.slice(lineStart, pos).split(/[,;\t]/).length }
}

const zeroByte = (text: string, pos: number): CsvReading => ({
  kind: "fault",
  fault: {
    ...placeOf(text, pos),
    error: "This isn't a text file: it contains a zero byte.",
    fix: "Save the file as CSV (UTF-8)."
  }
})

const tooWide = (line: number): CsvReading => ({
  kind: "fault",
  fault: {
    tooWide: true,
    line,
    column: mostCsvColumns,
    error: `This row has more than ${mostCsvColumns} cells.`,
    fix: "Remove columns you don't need."
  }
})
