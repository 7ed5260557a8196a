import { initParser, type Schema } from "udsv"
import { type CsvFault, type CsvSeparator, type CsvStretch, scanCsv } from "./csvScan.ts"

export type { CsvFault } from "./csvScan.ts"

/** One row: the line of the text it begins on (the header is on line 1) and its cells, quotes taken off. */
export interface CsvRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** A text that holds as CSV. `rows` starts anew at every call and keeps at most a stretch of the text in cells. */
export interface CsvTable {
  readonly separator: CsvSeparator
  readonly header: ReadonlyArray<string>
  readonly rowCount: number
  readonly rows: () => Generator<CsvRow, void, undefined>
}

/** What reading a text gives: its table, or the first place where it is no CSV. */
export type CsvReading =
  | { readonly kind: "table"; readonly table: CsvTable }
  | { readonly kind: "empty" }
  | { readonly kind: "fault"; readonly fault: CsvFault }

/**
 * Reads a text as CSV with a header row: commas, semicolons or tabs, any line ends (also mixed), quoted cells, a byte
 * order mark, blank lines between rows. Cells stay text, leading zeros and blanks included. The whole text is checked
 * before the first row is given out, because the parser below trusts its input and would guess at a broken one.
 */
export const readCsv = (text: string): CsvReading => {
  const scan = scanCsv(text)
  if (scan.kind !== "scanned") return scan
  const { separator, columns, stretches } = scan
  const [head] = stretches
  if (head === undefined) return { kind: "empty" }
  const parse = stretchParser(text, separator, columns)
  return {
    kind: "table",
    table: {
      separator,
      header: parse(head)[0] ?? [],
      rowCount: stretches.reduce((rows, stretch) => rows + stretch.rows, 0) - 1,
      *rows() {
        for (const stretch of stretches) {
          const rows = parse(stretch)
          for (const [index, cells] of rows.entries()) {
            if (stretch !== head || index > 0) yield { line: stretch.line + index, cells }
          }
        }
      }
    }
  }
}

const stretchParser = (text: string, separator: CsvSeparator, columns: number) => (stretch: CsvStretch) => {
  // The last row of a text may come without a line end; the parser is given one, so that all stretches are alike.
  const rows = text.slice(stretch.start, stretch.end) + (stretch.open ? stretch.newline : "")
  const schema: Schema & { readonly skip: number } = {
    skip: 0,
    col: separator,
    row: stretch.newline,
    encl: rows.includes('"') ? '"' : "",
    esc: '"',
    trim: false,
    cols: Array.from({ length: columns }, (_, index) => ({
      name: String(index),
      type: "s",
      repl: { empty: "", null: undefined, NaN: undefined }
    }))
  }
  return initParser(schema).stringArrs<Array<string>>(rows)
}
