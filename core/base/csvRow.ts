/** Why a row can't be parsed: its number of cells differs from the header's, or its quotes don't match. */
export type CsvRowFault =
  | { readonly kind: "cells"; readonly found: number; readonly expected: number }
  | { readonly kind: "quotes" }

/**
 * Whether a row only has too few cells. Excel writes no separators for a column that is empty in 16 rows in a row, so it usually
 * just ends with empty cells. If a cell in its middle is missing instead, the cells after it stand under other headings: where
 * one of them may be secret, such a row can't be read.
 */
export const isShort = (fault: CsvRowFault | undefined): boolean =>
  fault?.kind === "cells" && fault.found < fault.expected

/** A parsed row, and the start of the next one. */
export interface RawRow {
  readonly cells: ReadonlyArray<string>
  /** The number of cells, without empty ones beyond `mostCsvColumns`; `cells` holds fewer if the row is far too wide. */
  readonly width: number
  readonly blank: boolean
  readonly end: number
  /** Its quotes don't match; `cells` is then its first line, unparsed. */
  readonly unquoted: boolean
}

/** The maximum number of cells kept per row: otherwise a line of commas could use up all memory. */
export const mostCsvColumns = 1000

const quote = 34
const equals = 61
const lineFeed = 10
const carriageReturn = 13

/** The line break at a position, or empty. */
export const newlineAt = (text: string, pos: number): "" | "\n" | "\r\n" | "\r" => {
  const code = text.charCodeAt(pos)
  if (code === lineFeed) return "\n"
  if (code !== carriageReturn) return ""
  return text.charCodeAt(pos + 1) === lineFeed ? "\r\n" : "\r"
}

/** The end of the line at a position, without its line break. */
const lineEnd = (text: string, from: number): number => {
  let pos = from
  while (pos < text.length && newlineAt(text, pos) === "") pos++
  return pos
}

const endsCell = (text: string, pos: number, separatorCode: number): boolean => {
  if (pos >= text.length) return true
  const code = text.charCodeAt(pos)
  return code === separatorCode || code === lineFeed || code === carriageReturn
}

/** The position of the quote that closes the cell opened at `open`, skipping doubled quotes; -1 if there is none. */
const closingQuote = (text: string, open: number): number => {
  let pos = text.indexOf('"', open + 1)
  while (pos !== -1 && text.charCodeAt(pos + 1) === quote) pos = text.indexOf('"', pos + 2)
  return pos
}

/** Some programs write `="007"` to keep a spreadsheet from dropping zeros: the text inside is the cell. */
const withoutFormula = (cell: string): string => (cell.startsWith('="') ? cell.replace(/^="([^"]*)"$/, "$1") : cell)

/**
 * Parses the row that starts at a position. A row with mismatched quotes ends with its line, so that the next one can be
 * parsed.
 */
export const rowAt = (text: string, start: number, separator: string): RawRow => {
  const separatorCode = separator.charCodeAt(0)
  const cells: Array<string> = []
  let count = 0
  let width = 0
  let blank = true
  let pos = start
  for (;;) {
    const from = pos
    let cell: string
    const opens = text.charCodeAt(pos) === quote
    const shown = !opens && text.charCodeAt(pos) === equals && text.charCodeAt(pos + 1) === quote
    const close = opens || shown ? closingQuote(text, opens ? pos : pos + 1) : -1
    if (close !== -1 && endsCell(text, close + 1, separatorCode)) {
      pos = close + 1
      cell = opens ? text.slice(from + 1, close) : text.slice(from, pos)
      if (opens && cell.includes('"')) cell = cell.replaceAll('""', '"')
    } else if (opens) return brokenRow(text, start)
    else {
      while (!endsCell(text, pos, separatorCode)) {
        if (text.charCodeAt(pos) === quote) return brokenRow(text, start)
        pos++
      }
      cell = text.slice(from, pos)
    }
    if (blank && cell.trim() !== "") blank = false
    // A spreadsheet with a formatted row saves thousands of empty cells after the last one.
    count++
    if (count <= mostCsvColumns || cell.trim() !== "") width = count
    if (count <= mostCsvColumns) cells.push(withoutFormula(cell))
    if (text.charCodeAt(pos) !== separatorCode || pos >= text.length) break
    pos++
  }
  return {
    cells,
    width,
    blank: blank && width <= mostCsvColumns,
    end: pos + newlineAt(text, pos).length,
    unquoted: false
  }
}

const brokenRow = (text: string, start: number): RawRow => {
  const end = lineEnd(text, start)
  const cells = [text.slice(start, end)]
  return { cells, width: 1, blank: false, end: end + newlineAt(text, end).length, unquoted: true }
}
