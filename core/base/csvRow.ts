/** Why one row of a text cannot be read: its cells do not match the header's, or its quotes do not. */
export type CsvRowFault =
  | { readonly kind: "cells"; readonly found: number; readonly expected: number }
  | { readonly kind: "quotes" }

/** One row as it was read: where the next one begins, and how many lines it takes. */
export interface RawRow {
  readonly cells: ReadonlyArray<string>
  /** Cells the row has; more than `cells` holds where it is far too wide. */
  readonly width: number
  readonly blank: boolean
  readonly end: number
  readonly lines: number
  /** Its quotes do not match: `cells` is then its first line as it stands. */
  readonly unquoted: boolean
}

/** Cells of a row that are kept at most: a line of nothing but commas would take all the memory there is. */
export const mostCsvColumns = 1000

const quote = 34
const equals = 61
const lineFeed = 10
const carriageReturn = 13

/** The line end at a place, empty where there is none. */
export const newlineAt = (text: string, pos: number): "" | "\n" | "\r\n" | "\r" => {
  const code = text.charCodeAt(pos)
  if (code === lineFeed) return "\n"
  if (code !== carriageReturn) return ""
  return text.charCodeAt(pos + 1) === lineFeed ? "\r\n" : "\r"
}

/** Where the line that holds a place ends, its line end aside. */
const lineEnd = (text: string, from: number): number => {
  let pos = from
  while (pos < text.length && newlineAt(text, pos) === "") pos++
  return pos
}

const newlinesBetween = (text: string, from: number, to: number): number => {
  let count = 0
  for (let pos = from; pos < to; pos++) {
    const newline = newlineAt(text, pos)
    if (newline === "") continue
    count++
    pos += newline.length - 1
  }
  return count
}

const endsCell = (text: string, pos: number, separatorCode: number): boolean => {
  if (pos >= text.length) return true
  const code = text.charCodeAt(pos)
  return code === separatorCode || code === lineFeed || code === carriageReturn
}

/** Where the quoted cell that opens at `open` closes; a doubled quote does not close it. -1 when it never does. */
const closingQuote = (text: string, open: number): number => {
  let pos = text.indexOf('"', open + 1)
  while (pos !== -1 && text.charCodeAt(pos + 1) === quote) pos = text.indexOf('"', pos + 2)
  return pos
}

/** Programs write `="007"` so that a spreadsheet keeps the zeros: the text in it is the cell. */
const withoutFormula = (cell: string): string => (cell.startsWith('="') ? cell.replace(/^="([^"]*)"$/, "$1") : cell)

/** The row at a place where a row begins. A row whose quotes do not match ends with its line, so that the next is read. */
export const rowAt = (text: string, start: number, separator: string): RawRow => {
  const separatorCode = separator.charCodeAt(0)
  const cells: Array<string> = []
  let width = 0
  let blank = true
  let pos = start
  let lines = 1
  for (;;) {
    const from = pos
    let cell: string
    const opens = text.charCodeAt(pos) === quote
    const shown = !opens && text.charCodeAt(pos) === equals && text.charCodeAt(pos + 1) === quote
    const close = opens || shown ? closingQuote(text, opens ? pos : pos + 1) : -1
    if (close !== -1 && endsCell(text, close + 1, separatorCode)) {
      pos = close + 1
      cell = opens ? text.slice(from + 1, close) : text.slice(from, pos)
      if (/[\r\n]/.test(cell)) lines += newlinesBetween(text, from, close)
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
    width++
    if (width <= mostCsvColumns) cells.push(withoutFormula(cell))
    if (text.charCodeAt(pos) !== separatorCode || pos >= text.length) break
    pos++
  }
  return {
    cells,
    width,
    blank: blank && width <= mostCsvColumns,
    end: pos + newlineAt(text, pos).length,
    lines,
    unquoted: false
  }
}

const brokenRow = (text: string, start: number): RawRow => {
  const end = lineEnd(text, start)
  const cells = [text.slice(start, end)]
  return { cells, width: 1, blank: false, end: end + newlineAt(text, end).length, lines: 1, unquoted: true }
}
