import { type CsvFault, type CsvRow, type CsvTable, readCsv } from "#core/base/csv.ts"
import { withoutGuard } from "#core/base/csvText.ts"
import { isSerial, serialOf as plainSerial } from "#core/base/serialText.ts"
import type { JobRowInput, SelectionJobKind } from "./Job.ts"
import { isSecretColumn, keptColumns, normalHeading } from "./keptColumns.ts"

/** What the server takes of the original cells of a row. */
const mostColumns = 100
const longestHeader = 200
const longestCell = 2000

/** Headers each column goes by; case, blanks and punctuation aside. The first is the one that is named in messages. */
export const listHeaders = {
  serialCode: [
    "serialCode",
    "Serial Code",
    "serial",
    "Serial Number",
    "Serial No",
    "Serial Num",
    "Serial ID",
    "S/N",
    "Lock Serial",
    "Lock Serial Code",
    "Lock Serial Number",
    "Lock Serial No",
    "Lock Number",
    "Lock No"
  ],
  status: [
    "status",
    "Lock Status",
    "secondaryLockStatus",
    "Secondary Status",
    "secondaryStatusName",
    "Status Name",
    "New Status"
  ],
  unitNumber: ["unit", "unitNumber", "Unit Number", "Unit No", "Unit Name", "Unit ID", "Space", "Space Number"],
  color: ["color", "colour", "Lock Color"]
} as const

/** A column of a list. */
export type ListColumn = keyof typeof listHeaders
export type ListHeaders = Readonly<Record<ListColumn, ReadonlyArray<string>>>

/** The columns of each kind of job besides that of the serial codes. */
const columnsOf: Readonly<Record<SelectionJobKind, ReadonlyArray<ListColumn>>> = {
  activate: [],
  assign: [],
  transfer: [],
  setStatus: ["status", "unitNumber"],
  setUnit: ["unitNumber"],
  setColor: ["color"]
}

/** The rows of a list, ready to be sent, and their cells to be given back. */
export interface JobList {
  readonly columns: ReadonlyArray<string>
  /** The columns whose cells are sent, so that the server can give failed rows back too: all, unless there are too many. */
  readonly sentColumns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<JobRowInput>
  readonly cells: ReadonlyMap<number, ReadonlyArray<string>>
}

/** What reading a list gives: its rows, or why it is none. */
export type JobListReading =
  | { readonly kind: "list"; readonly list: JobList }
  | { readonly kind: "empty" }
  | { readonly kind: "fault"; readonly fault: CsvFault }
  /** The header row, on line `line`, lacks a column that the rows cannot be read without. */
  | {
      readonly kind: "lacks"
      readonly column: ListColumn
      readonly header: ReadonlyArray<string>
      readonly line: number
    }

/** Where a column stands, from 0; -1 where it does not. */
const placeOf = (headers: ListHeaders, header: ReadonlyArray<string>, column: ListColumn): number => {
  const names = headers[column].map(normalHeading)
  return header.findIndex((each) => names.includes(normalHeading(each)))
}

/** How many cells of a row name a column of a list. */
const headingScore = (headers: ListHeaders) => {
  const names = new Set(Object.values<ReadonlyArray<string>>(headers).flat().map(normalHeading))
  return (cells: ReadonlyArray<string>): number => cells.filter((cell) => names.has(normalHeading(cell))).length
}

/** How a list is read. */
export interface ListReadingOptions {
  /** What a cell is the serial code of, where it need not be one itself, such as a scanned link. */
  readonly serialOf?: (cell: string) => string
  /** Columns that it must have besides that of the serial codes. */
  readonly needed?: ReadonlyArray<ListColumn>
  /** Headers of another list. */
  readonly headers?: ListHeaders
}

/** A list whose columns are known, with the line of its first row. */
interface Placed {
  readonly table: CsvTable
  readonly columns: ReadonlyArray<string>
  readonly serialAt: number
  /** Where the other columns of the kind of job stand. */
  readonly others: ReadonlyArray<readonly [column: ListColumn, at: number]>
  readonly from: number
}

/**
 * Reads the rows of a job from a text: CSV with a header, or without one where it is clear which column holds the serial
 * codes, such as a list that was scanned or pasted. Rows that cannot be read come with their fault.
 */
export const readJobList = (
  text: string,
  kind: SelectionJobKind,
  { serialOf = (cell) => cell, needed = [], headers = listHeaders }: ListReadingOptions = {}
): JobListReading => {
  const serial = (cell: string): string => plainSerial(serialOf(cell))
  const reading = readCsv(text, { score: headingScore(headers) })
  if (reading.kind !== "table") return reading
  const { table } = reading
  const lacks = (column: ListColumn, header: ReadonlyArray<string>): JobListReading => ({
    kind: "lacks",
    column,
    header,
    line: table.headerLine
  })
  const serialAt = placeOf(headers, table.header, "serialCode")
  if (serialAt < 0) {
    const placed = withoutHeader(text, kind, serial)
    if (placed === null) return lacks("serialCode", table.header)
    const [column] = needed
    return column === undefined
      ? { kind: "list", list: listOf(placed, serial) }
      : lacks(column, [listHeaders.serialCode[0]])
  }
  const lacking = needed.find((column) => placeOf(headers, table.header, column) < 0)
  if (lacking !== undefined) return lacks(lacking, table.header)
  const others = columnsOf[kind].map((column) => [column, placeOf(headers, table.header, column)] as const)
  const placed = { table, columns: table.header, serialAt, others: others.filter(([, at]) => at >= 0), from: 1 }
  return { kind: "list", list: listOf(placed, serial) }
}

/** Rows among which serial codes are looked for where there is no header. */
const firstRows = 20

/** A list without a header, or null: its first row has one serial code, or it is one column in which they stand. */
const withoutHeader = (text: string, kind: SelectionJobKind, serial: (cell: string) => string): Placed | null => {
  const reading = readCsv(text, { headless: true })
  if (reading.kind !== "table") return null
  const { table } = reading
  const first: Array<CsvRow> = []
  for (const row of table.rows()) if (first.push(row) === firstRows) break
  const isCode = (cell: string): boolean => isSerial(serial(cell))
  const head = first[0]?.cells ?? []
  const at = head.findIndex(isCode)
  const { length } = head.filter((cell) => cell.trim() !== "")
  const isOnly = at >= 0 && head.filter(isCode).length === 1
  // Of several columns nobody says which is the status, the unit or the color.
  if (isOnly && (length === 1 || columnsOf[kind].length === 0)) return headless(table, at, head.length, 1)
  if (head.length !== 1 || !first.some(({ cells }) => isCode(cells[0] ?? ""))) return null
  // Words above the first code are a title; a row with digits may be a code that was mistyped.
  return headless(table, 0, 1, first.find(({ cells }) => /\d/.test(cells[0] ?? ""))?.line ?? 1)
}

const headless = (table: CsvTable, serial: number, width: number, from: number): Placed => ({
  table,
  columns: Array.from({ length: width }, (_, nth) => (nth === serial ? listHeaders.serialCode[0] : "")),
  serialAt: serial,
  others: [],
  from
})

const listOf = (
  { table, columns: named, serialAt, others, from }: Placed,
  serial: (cell: string) => string
): JobList => {
  // Cells behind the last heading are given back with the row they make unreadable.
  const surplus = Math.max(0, Math.min(table.width, mostColumns) - named.length)
  const columns = [...named, ...Array.from({ length: surplus }, () => "")]
  const sentColumns = columns.length > mostColumns ? [] : columns.map((each) => each.slice(0, longestHeader))
  // What may be a combination stays here: cells of columns that are called so, or that nothing is said about.
  const kept = new Set(keptColumns(sentColumns).filter((at) => table.headerLine > 0 || at === serialAt))
  const mayHoldCodes = table.headerLine === 0 || columns.some(isSecretColumn)
  const given = new Map<number, ReadonlyArray<string>>()
  const rows: Array<JobRowInput> = []
  for (const { line, cells, fault } of table.rows()) {
    if (line < from) continue
    given.set(line, cells)
    const cell = (place: number): string => withoutGuard((cells[place] ?? "").trim()).slice(0, 200)
    const code = serial(cell(serialAt))
    const sent = (nth: number): string => {
      if (!kept.has(nth)) return ""
      // The cells of a row that cannot be read need not stand under their headings.
      if (fault !== undefined && mayHoldCodes) return nth === serialAt && isSerial(code) ? code : ""
      return (cells[nth] ?? "").slice(0, longestCell)
    }
    rows.push({
      row: line,
      serialCode: fault === undefined || isSerial(code) ? code : "",
      cells: sentColumns.map((_, nth) => sent(nth)),
      ...(fault === undefined ? Object.fromEntries(others.map(([column, at]) => [column, cell(at)])) : { fault })
    })
  }
  return { columns, sentColumns, rows, cells: given }
}
