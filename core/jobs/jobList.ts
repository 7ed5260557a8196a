import { type CsvFault, type CsvTable, readCsv } from "#core/base/csv.ts"
import type { JobRowInput, SelectionJobKind } from "./Job.ts"
import { keptColumns } from "./jobRules.ts"

/** What the server takes of the original cells of a row. */
const mostColumns = 100
const longestHeader = 200
const longestCell = 2000

/** Headers each column goes by; case, blanks and punctuation aside. The first is the one that is named in messages. */
export const listHeaders = {
  serialCode: ["serialCode", "Serial Code", "serial"],
  status: ["status", "Lock Status", "secondaryLockStatus"],
  unitNumber: ["unit", "unitNumber", "Unit Number"],
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
  /** The header row lacks a column that the rows cannot be read without. */
  | { readonly kind: "lacks"; readonly column: ListColumn; readonly header: ReadonlyArray<string> }

const normal = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Where a column stands, from 0; -1 where it does not. */
const placeOf = (headers: ListHeaders, header: ReadonlyArray<string>, column: ListColumn): number => {
  const names = headers[column].map(normal)
  return header.findIndex((each) => names.includes(normal(each)))
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

/**
 * Reads the rows of a job from a text: CSV with a header, or one serial code a line, as a list is that was scanned or
 * pasted.
 */
export const readJobList = (
  text: string,
  kind: SelectionJobKind,
  { serialOf = (cell) => cell, needed = [], headers = listHeaders }: ListReadingOptions = {}
): JobListReading => {
  const plain = text.replace(/^\uFEFF/, "")
  const first = plain.split(/\r?\n/).find((line) => line.trim() !== "") ?? ""
  const isBare = /^\d{8}$/.test(serialOf(first.trim()))
  const reading = readCsv(isBare ? `${listHeaders.serialCode[0]}\n${plain}` : plain)
  if (reading.kind !== "table") return reading
  const { table } = reading
  const lacking = (["serialCode", ...needed] as const).find((column) => placeOf(headers, table.header, column) < 0)
  if (lacking !== undefined) return { kind: "lacks", column: lacking, header: table.header }
  const sentColumns = table.header.length > mostColumns ? [] : table.header.map((each) => each.slice(0, longestHeader))
  const read = rowsOf(table, isBare ? 1 : 0, kind, sentColumns, serialOf, headers)
  return { kind: "list", list: { columns: table.header, sentColumns, ...read } }
}

const rowsOf = (
  table: CsvTable,
  shift: number,
  kind: SelectionJobKind,
  sentColumns: ReadonlyArray<string>,
  serialOf: (cell: string) => string,
  headers: ListHeaders
) => {
  const serialAt = placeOf(headers, table.header, "serialCode")
  const places = columnsOf[kind].map((column) => [column, placeOf(headers, table.header, column)] as const)
  const found = places.filter(([, at]) => at >= 0)
  const kept = new Set(keptColumns(sentColumns))
  const cellsByLine = new Map<number, ReadonlyArray<string>>()
  const rows: Array<JobRowInput> = []
  for (const { line, cells } of table.rows()) {
    const row = line - shift
    const cell = (place: number): string => (cells[place] ?? "").trim().slice(0, 200)
    cellsByLine.set(row, cells)
    rows.push({
      row,
      serialCode: serialOf(cell(serialAt)),
      // What may be a combination stays here.
      cells: sentColumns.map((_, nth) => (kept.has(nth) ? (cells[nth] ?? "").slice(0, longestCell) : "")),
      ...Object.fromEntries(found.map(([column, at]) => [column, cell(at)]))
    })
  }
  return { rows, cells: cellsByLine }
}
