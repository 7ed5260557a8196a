/** The characters that separate cells. */
export const csvSeparators = [",", ";", "\t"] as const
export type CsvSeparator = (typeof csvSeparators)[number]

/** Where a text stops being CSV: line and column (both from 1), what is wrong there and what mends it. */
export interface CsvFault {
  /** The header has more cells than any list: nothing behind it was looked at. */
  readonly tooWide?: true
  readonly line: number
  readonly column: number
  readonly error: string
  readonly fix: string
}

/**
 * Rows that follow each other on consecutive lines with the same line end: `text.slice(start, end)`, `rows` of them, the
 * first on line `line`. `open` when the last one ends with the text instead of a line end.
 */
export interface CsvStretch {
  readonly start: number
  end: number
  readonly line: number
  rows: number
  readonly newline: "\n" | "\r\n" | "\r"
  open: boolean
}

export type CsvScan =
  | {
      readonly kind: "scanned"
      readonly separator: CsvSeparator
      readonly columns: number
      readonly stretches: ReadonlyArray<CsvStretch>
    }
  | { readonly kind: "empty" }
  | { readonly kind: "fault"; readonly fault: CsvFault }

/** Rows of a stretch at most: what is held as cells at once. */
const stretchRows = 1000

/**
 * Cells of a header at most. The parser makes an object a column, so a line of nothing but commas would keep everything else
 * waiting: columns are counted before anything is parsed, and counting ends here.
 */
export const mostCsvColumns = 1000

/** Characters of the header that choose the separator: enough for any list. */
const separatorSample = 10_000

const quote = 34
const lineFeed = 10
const carriageReturn = 13

/** Checks a whole text against RFC 4180 (with other separators and line ends) and cuts it into stretches. */
export const scanCsv = (text: string): CsvScan => {
  const separator = separatorOf(text)
  const separatorCode = separator.charCodeAt(0)
  const stretches: Array<CsvStretch> = []
  let stretch: CsvStretch | undefined
  let columns = 0
  let line = 1
  let pos = text.charCodeAt(0) === 0xfeff ? 1 : 0

  while (pos < text.length) {
    const blank = newlineAt(text, pos)
    if (blank !== "") {
      pos += blank.length
      line++
      stretch = undefined
      continue
    }
    const start = pos
    const firstLine = line
    let column = 1
    for (;;) {
      if (text.charCodeAt(pos) === quote) {
        const close = closingQuote(text, pos)
        if (close === -1) return fault(line, column, "This quoted cell never ends.", 'Close it with a ".')
        line += newlinesBetween(text, pos, close)
        pos = close + 1
        if (!endsCell(text, pos, separatorCode)) {
          return fault(line, column, "Text follows the closing quote.", 'Write a quote inside a quoted cell as "".')
        }
      } else {
        while (!endsCell(text, pos, separatorCode)) {
          const code = text.charCodeAt(pos)
          if (code === quote) {
            return fault(line, column, "A quote stands inside a cell.", 'Put the cell in quotes and write "" for ".')
          }
          if (code === 0) return fault(line, column, "This is no text: it has a zero byte.", "Save the file as CSV.")
          pos++
        }
      }
      if (text.charCodeAt(pos) !== separatorCode || pos >= text.length) break
      pos++
      column++
      if (columns === 0 && column > mostCsvColumns) return tooWide(line)
    }
    if (columns === 0) columns = column
    if (column !== columns) {
      return fault(
        firstLine,
        Math.min(column, columns) + 1,
        `This row has ${cells(column)}, the header has ${cells(columns)}.`,
        "Give every row as many cells as the header; quote a cell that holds the separator."
      )
    }
    const newline = newlineAt(text, pos)
    pos += newline.length
    const open = newline === ""
    const spansLines = line > firstLine
    if (stretch === undefined || (!open && stretch.newline !== newline) || stretch.rows >= stretchRows) {
      stretch = { start, end: pos, line: firstLine, rows: 0, newline: newline === "" ? "\n" : newline, open }
      stretches.push(stretch)
    }
    stretch.end = pos
    stretch.rows++
    stretch.open = open
    if (spansLines) stretch = undefined
    line++
  }
  return stretches.length === 0 ? { kind: "empty" } : { kind: "scanned", separator, columns, stretches }
}

const cells = (count: number): string => (count === 1 ? "1 cell" : `${count} cells`)

const fault = (line: number, column: number, error: string, fix: string): CsvScan => ({
  kind: "fault",
  fault: { line, column, error, fix }
})

const tooWide = (line: number): CsvScan => ({
  kind: "fault",
  fault: {
    tooWide: true,
    line,
    column: mostCsvColumns,
    error: `This row has more than ${mostCsvColumns} cells.`,
    fix: "Leave out columns you do not need."
  }
})

const newlineAt = (text: string, pos: number): "" | "\n" | "\r\n" | "\r" => {
  const code = text.charCodeAt(pos)
  if (code === lineFeed) return "\n"
  if (code !== carriageReturn) return ""
  return text.charCodeAt(pos + 1) === lineFeed ? "\r\n" : "\r"
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

/** The separator that the header row has most of, quoted cells aside; a comma where it has none. */
const separatorOf = (text: string): CsvSeparator => {
  const found = new Map<string, number>(csvSeparators.map((separator) => [separator, 0]))
  let quoted = false
  let pos = 0
  while (pos < text.length && newlineAt(text, pos) !== "") pos++
  const end = Math.min(text.length, pos + separatorSample)
  for (; pos < end && (quoted || newlineAt(text, pos) === ""); pos++) {
    const char = text.charAt(pos)
    if (char === '"') quoted = !quoted
    else if (!quoted && found.has(char)) found.set(char, (found.get(char) ?? 0) + 1)
  }
  return csvSeparators.reduce((best, next) => ((found.get(next) ?? 0) > (found.get(best) ?? 0) ? next : best))
}
