import { type CsvFault, type CsvRow, type CsvTable, readCsv } from "#core/base/csv.ts"
import { isShort } from "#core/base/csvRow.ts"
import { withoutGuard } from "#core/base/csvText.ts"
import { extraCellsFault, isExtraColumn, withExtraColumns } from "#core/base/extraCells.ts"
import { listedNames } from "#core/base/listedNames.ts"
import { isSerial, serialOf as plainSerial } from "#core/base/serialText.ts"
import type { JobRowInput, SelectionJobKind } from "./Job.ts"
import { isProblemColumn, isSecretColumn, keptColumns, normalHeading } from "./keptColumns.ts"

/** How many original cells per row the server accepts. */
const mostColumns = 100
const longestHeader = 200
const longestCell = 2000

/** Accepted headers per column, ignoring case, spaces and punctuation. The first one is used in messages. */
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

/** The columns of each kind of job besides the serial code. */
const columnsOf: Readonly<Record<SelectionJobKind, ReadonlyArray<ListColumn>>> = {
  activate: [],
  assign: [],
  transfer: [],
  setStatus: ["status", "unitNumber"],
  setUnit: ["unitNumber"],
  setColor: ["color"]
}

/** The rows of a list, ready to be sent, with their original cells. */
export interface JobList {
  readonly columns: ReadonlyArray<string>
  /** The columns whose cells are sent, so that the server can return failed rows complete: all, unless there are too many. */
  readonly sentColumns: ReadonlyArray<string>
  /** The headings of the columns that this kind of job doesn't use. */
  readonly unusedColumns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<JobRowInput>
  readonly cells: ReadonlyMap<number, ReadonlyArray<string>>
}

/** The result of reading a list: its rows, or why it is invalid. */
export type JobListReading =
  | { readonly kind: "list"; readonly list: JobList }
  | { readonly kind: "empty" }
  | { readonly kind: "fault"; readonly fault: CsvFault }
  /** The header in row `row` lacks a required column. */
  | {
      readonly kind: "lacks"
      readonly column: ListColumn
      readonly header: ReadonlyArray<string>
      readonly row: number
    }
  /** Several columns of the header in row `row` have the heading of a column that is read. */
  | { readonly kind: "doubled"; readonly column: ListColumn; readonly heading: string; readonly row: number }

/** The words for a heading that several columns of a list have. */
export const doubledWords = (heading: string): { readonly error: string; readonly next: string } => ({
  error: `The header row has more than one column named '${heading.slice(0, 100)}'.`,
  next: "Move all cells into one of them, or rename the one to ignore."
})

/** How many columns to name: enough for files made by hand, but not hundreds of an export. */
const namedAtMost = 20

/** The names of a header's columns; spreadsheets add empty ones. */
export const namedColumns = (header: ReadonlyArray<string>): string =>
  listedNames(
    header.filter((name) => name.trim() !== ""),
    namedAtMost
  )

/** What to say about the columns of a list that its job doesn't use, or null. */
export const unusedWords = ({ unusedColumns }: JobList): string | null =>
  unusedColumns.length === 0 ? null : `Not used: ${listedNames(unusedColumns, namedAtMost)}.`

/** The indices of a column: several if its heading is repeated, none if it is missing. */
const placesOf = (headers: ListHeaders, header: ReadonlyArray<string>, column: ListColumn): ReadonlyArray<number> => {
  const names = headers[column].map(normalHeading)
  const found = header.map(normalHeading)
  // If one column is a 'Lock No' and another has the 'Serial Number', the first may just count the locks.
  const heading =
    column === "serialCode" ? names.find((name) => found.includes(name)) : found.find((each) => names.includes(each))
  return found.flatMap((each, at) => (each === heading ? [at] : []))
}

/** The number of cells in a row that name a column of a list. */
const headingScore = (headers: ListHeaders) => {
  const names = new Set(Object.values<ReadonlyArray<string>>(headers).flat().map(normalHeading))
  return (cells: ReadonlyArray<string>): number => cells.filter((cell) => names.has(normalHeading(cell))).length
}

/** Options for reading a list. */
export interface ListReadingOptions {
  /** Extracts the serial code from a cell, if cells can contain more, such as scanned links. */
  readonly serialOf?: (cell: string) => string
  /** Required columns besides the serial code. */
  readonly needed?: ReadonlyArray<ListColumn>
  /** The accepted headers, if they differ. */
  readonly headers?: ListHeaders
}

/** A list with known columns, and the number of its first row. */
interface Placed {
  readonly table: CsvTable
  readonly columns: ReadonlyArray<string>
  readonly serialAt: number
  /** The indices of the job kind's other columns. */
  readonly others: ReadonlyArray<readonly [column: ListColumn, at: number]>
  /** The headings of other columns. */
  readonly unused: ReadonlyArray<string>
  readonly from: number
}

/**
 * Reads the rows of a job from a text: CSV with a header, or without one if it is clear which column has the serial
 * codes, such as a scanned or pasted list. Rows that can't be parsed come with their fault.
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
    row: table.headerRow
  })
  const placed = (column: ListColumn) => [column, placesOf(headers, table.header, column)] as const
  const places = [placed("serialCode"), ...columnsOf[kind].map(placed)] as const
  const [[, [serialAt]]] = places
  const isCode = (cell: string): boolean => isSerial(serial(cell))
  if (serialAt === undefined || isLabeled(table, serialAt, isCode)) {
    const score = headingScore(headers)
    const headed = withoutHeader(text, kind, isCode, (cell) => score([cell]) > 0)
    if (headed === null) return lacks("serialCode", table.header)
    const [column] = needed
    return column === undefined
      ? { kind: "list", list: listOf(headed, serial) }
      : lacks(column, [listHeaders.serialCode[0]])
  }
  const lacking = needed.find((column) => placesOf(headers, table.header, column).length === 0)
  if (lacking !== undefined) return lacks(lacking, table.header)
  const doubled = places.find(([, at]) => at.length > 1)
  if (doubled !== undefined) {
    const [column, [at = 0]] = doubled
    return { kind: "doubled", column, heading: table.header[at] ?? "", row: table.headerRow }
  }
  const others = places.slice(1).flatMap(([column, [at]]) => (at === undefined ? [] : [[column, at] as const]))
  const used = new Set(places.flatMap(([, at]) => at))
  const unused = new Set(table.header.flatMap((each, at) => (used.has(at) || isNoColumn(each) ? [] : each.trim())))
  return {
    kind: "list",
    list: listOf({ table, columns: table.header, serialAt, others, unused: [...unused], from: 1 }, serial)
  }
}

/** Whether a heading is none of the list's own: it is empty, or a file of failed rows added it. */
const isNoColumn = (name: string): boolean => name.trim() === "" || isProblemColumn(name) || isExtraColumn(name)

/** How many rows to search for serial codes if there is no header. */
const firstRows = 20

const firstOf = (table: CsvTable): ReadonlyArray<CsvRow> => {
  const first: Array<CsvRow> = []
  for (const row of table.rows()) if (first.push(row) === firstRows) break
  return first
}

/** Whether the first row has a serial code beside its label, as in `Serial<Tab>50000001`. Such a row isn't a header. */
const isLabeled = (table: CsvTable, serialAt: number, isCode: (cell: string) => boolean): boolean =>
  table.header.some(isCode) && !firstOf(table).some(({ cells }) => isCode(cells[serialAt] ?? ""))

/**
 * A list without a header, or null: its first row has exactly one serial code, or it has only one column and serial codes in
 * it. Labels beside the serial code don't count as columns.
 */
const withoutHeader = (
  text: string,
  kind: SelectionJobKind,
  isCode: (cell: string) => boolean,
  isHeading: (cell: string) => boolean
): Placed | null => {
  const reading = readCsv(text, { headless: true })
  if (reading.kind !== "table") return null
  const { table } = reading
  const first = firstOf(table)
  const head = first[0]?.cells ?? []
  const at = head.findIndex(isCode)
  const { length } = head.filter((cell) => cell.trim() !== "" && !isHeading(cell))
  const isOnly = at >= 0 && head.filter(isCode).length === 1
  // With several columns it is unclear which one is the status, unit or color.
  if (isOnly && (length === 1 || columnsOf[kind].length === 0)) return headless(table, at, head.length, 1)
  if (head.length !== 1 || !first.some(({ cells }) => isCode(cells[0] ?? ""))) return null
  // Words above the first code are a title; a row with digits may be a mistyped code.
  return headless(table, 0, 1, first.find(({ cells }) => /\d/.test(cells[0] ?? ""))?.row ?? 1)
}

const headless = (table: CsvTable, serial: number, width: number, from: number): Placed => ({
  table,
  columns: Array.from({ length: width }, (_, nth) => (nth === serial ? listHeaders.serialCode[0] : "")),
  serialAt: serial,
  others: [],
  unused: [],
  from
})

const listOf = (
  { table, columns: named, serialAt, others, unused, from }: Placed,
  serial: (cell: string) => string
): JobList => {
  // Cells beyond the last heading are returned with the row that they make invalid.
  const columns = withExtraColumns(named, Math.min(table.width, mostColumns))
  const sentColumns = columns.length > mostColumns ? [] : columns.map((each) => each.slice(0, longestHeader))
  // Never send what could be a combination: cells of columns with such a name, or without a name.
  const kept = new Set(keptColumns(sentColumns).filter((at) => table.headerRow > 0 || at === serialAt))
  const mayHoldCodes = table.headerRow === 0 || columns.some(isSecretColumn)
  const given = new Map<number, ReadonlyArray<string>>()
  const rows: Array<JobRowInput> = []
  for (const { row, cells, fault: found } of table.rows()) {
    if (row < from) continue
    const unfixed = extraCellsFault(named, cells, isProblemColumn) ?? undefined
    const fault = isShort(found) && !mayHoldCodes ? unfixed : (found ?? unfixed)
    given.set(row, cells)
    const cell = (place: number): string => withoutGuard((cells[place] ?? "").trim()).slice(0, 200)
    const code = serial(cell(serialAt))
    const sent = (nth: number): string => {
      if (!kept.has(nth)) return ""
      // The cells of an unparsable row may not be under their own headings.
      if (fault !== undefined && mayHoldCodes) return nth === serialAt && isSerial(code) ? code : ""
      return (cells[nth] ?? "").slice(0, longestCell)
    }
    rows.push({
      row,
      serialCode: fault === undefined || isSerial(code) ? code : "",
      cells: sentColumns.map((_, nth) => sent(nth)),
      ...(fault === undefined ? Object.fromEntries(others.map(([column, at]) => [column, cell(at)])) : { fault })
    })
  }
  return { columns, sentColumns, unusedColumns: unused, rows, cells: given }
}
