import { type CsvRowFault, mostCsvColumns, newlineAt, type RawRow, rowAt } from "./csvRow.ts"
import { type HeadingScore, headerAt, headerRows } from "./headerRow.ts"

export type { CsvRowFault } from "./csvRow.ts"

/** The characters that separate cells. */
const csvSeparators = [",", ";", "\t"] as const
export type CsvSeparator = (typeof csvSeparators)[number]

/** How to fix a header that has all its headings in one cell, separated by a character that isn't read; null for others. */
export const separatorFix = (header: ReadonlyArray<string>): string | null =>
  header.length === 1 && /[|^~]/.test(header[0] ?? "") ? "Separate the cells with commas, semicolons or tabs." : null

/**
 * Where CSV parsing failed: line of the text and column (both from 1), what is wrong and how to fix it. A line, because a text
 * that can't be parsed has no rows.
 */
export interface CsvFault {
  /** The header has too many cells; the rest of the file was not read. */
  readonly tooWide?: true
  readonly line: number
  readonly column: number
  readonly error: string
  readonly fix: string
}

/**
 * A row: its number, and its unquoted cells. Rows are numbered from 1 as spreadsheets show them: a row whose cells have line breaks
 * counts once, a blank line counts too, and Excel's line `sep=;` doesn't.
 */
export interface CsvRow {
  readonly row: number
  /** For a row with a fault, the cells that could be read; if its quotes don't match, its whole line. */
  readonly cells: ReadonlyArray<string>
  readonly fault?: CsvRowFault
}

/** A parsed text. Each iteration of `rows` starts from the beginning and keeps no rows in memory. */
export interface CsvTable {
  readonly separator: CsvSeparator
  readonly header: ReadonlyArray<string>
  /** The row number of the header; 0 if there is none. */
  readonly headerRow: number
  /** The number of cells in the widest row, without blank cells beyond the header. */
  readonly width: number
  readonly rowCount: number
  readonly rows: () => Generator<CsvRow, void, undefined>
}

/** The result of parsing: the table, or the first fault. */
export type CsvReading =
  | { readonly kind: "table"; readonly table: CsvTable }
  | { readonly kind: "empty" }
  | { readonly kind: "fault"; readonly fault: CsvFault }

export interface CsvOptions {
  /**
   * Scores a row by its known headings, 0 if it has none. Rows above the best match are titles and are skipped. The
   * default is that the first row is the header.
   */
  readonly score?: HeadingScore
  /** There is no header: every row is data. */
  readonly headless?: boolean
}

/**
 * Parses CSV (RFC 4180): commas, semicolons or tabs, any (also mixed) line ends, quoted cells, a byte order mark,
 * Excel's line `sep=;`, titles above the header, blank lines and blank rows. Cells stay text, including leading zeros
 * and spaces. An invalid row comes with its fault, and the rows after it are still parsed.
 */
export const readCsv = (text: string, options: CsvOptions = {}): CsvReading => {
  const zero = text.indexOf("\0")
  if (zero !== -1) return zeroByte(text, zero)
  const { start, separator: named } = beginning(text)
  const separator = named ?? separatorOf(text, start, options.score)
  const rows = () => rowsFrom(text, start, separator)
  const head = headerAt(headRows(rows()), options)
  if (head === null) return { kind: "empty" }
  const header = options.headless === true ? null : head.row
  if (head.row.width > mostCsvColumns) return tooWide(text, head.start)
  const expected = expectedWidth(head.row)
  let rowCount = 0
  let width = head.row.width
  for (const { row, number } of rows()) {
    if (number < head.number || (header !== null && number === head.number)) continue
    rowCount++
    if (row.width > width && faultOf(row, expected) !== null) width = Math.min(row.width, mostCsvColumns)
  }
  return {
    kind: "table",
    table: {
      separator,
      header: header?.cells ?? head.row.cells.map(() => ""),
      headerRow: header === null ? 0 : head.number,
      width,
      rowCount,
      *rows() {
        for (const { row, number } of rows()) {
          if (number < head.number || (header !== null && number === head.number)) continue
          const fault = faultOf(row, expected)
          yield { row: number, cells: row.cells, ...(fault === null ? {} : { fault }) }
        }
      }
    }
  }
}

interface PlacedRow {
  /** From 1, counting blank rows. */
  readonly number: number
  /** Its position in the text. */
  readonly start: number
  readonly row: RawRow
}

/** The rows that are not blank. */
function* rowsFrom(text: string, start: number, separator: string): Generator<PlacedRow, void, undefined> {
  let pos = start
  for (let number = 1; pos < text.length; number++) {
    const row = rowAt(text, pos, separator)
    if (!row.blank) yield { number, start: pos, row }
    pos = row.end
  }
}

/** The first rows, one of which is the header. */
const headRows = (rows: Generator<PlacedRow, void, undefined>): ReadonlyArray<PlacedRow & Pick<RawRow, "cells">> => {
  const found: Array<PlacedRow & Pick<RawRow, "cells">> = []
  for (const each of rows) {
    found.push({ ...each, cells: each.row.cells })
    if (found.length === headerRows) break
  }
  return found
}

/** The minimum and maximum number of cells per row: spreadsheets add empty cells after the last heading, or leave them out. */
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

/** The start of the rows, after a byte order mark and Excel's line with the separator. */
const beginning = (text: string): { readonly start: number; readonly separator: CsvSeparator | null } => {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const named = /^"?sep=(.)"?[ \t]*(\r\n|\n|\r|$)/i.exec(text.slice(start, start + 20))
  if (named === null) return { start, separator: null }
  return {
    start: start + named[0].length,
    separator: csvSeparators.find((each) => each === named[1]) ?? null
  }
}

/** The separator that gives the header the best score; on a tie, the one that occurs most often in it. */
const separatorOf = (text: string, start: number, score: HeadingScore | undefined): CsvSeparator => {
  let best: { readonly separator: CsvSeparator; readonly score: number; readonly width: number } | null = null
  for (const separator of csvSeparators) {
    const head = headerAt(headRows(rowsFrom(text, start, separator)), score === undefined ? {} : { score })
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

const tooWide = (text: string, start: number): CsvReading => ({
  kind: "fault",
  fault: {
    tooWide: true,
    line: placeOf(text, start).line,
    column: mostCsvColumns,
    error: `This row has more than ${mostCsvColumns} cells.`,
    fix: "Remove columns you don't need."
  }
})
