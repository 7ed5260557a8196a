import { type CsvFault, type CsvTable, readCsv } from "#core/base/csv.ts"
import type { JobRowInput, LockJobKind } from "./Job.ts"
import { keptColumns } from "./jobRules.ts"

/** What the server takes of the original cells of a row. */
const mostColumns = 100
const longestHeader = 200
const longestCell = 2000

/** Headers each column goes by; case, blanks and punctuation aside. The first is the one that is named in messages. */
export const listHeaders = {
  serialCode: ["serialCode", "Serial Code", "serial"],
  status: ["status", "Lock Status", "secondaryLockStatus"],
  unitNumber: ["unit", "unitNumber", "Unit Number"]
} as const

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
  /** The header row has no column of serial codes. */
  | { readonly kind: "noSerials"; readonly header: ReadonlyArray<string> }

const normal = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Where the columns of a job stand, from 0; -1 where they do not. */
const placesOf = (header: ReadonlyArray<string>) => {
  const at = (column: keyof typeof listHeaders): number => {
    const names = listHeaders[column].map(normal)
    return header.findIndex((each) => names.includes(normal(each)))
  }
  return { serial: at("serialCode"), status: at("status"), unit: at("unitNumber") }
}

/**
 * Reads the rows of a job from a text: CSV with a header, or one serial code a line, as a list is that was scanned or
 * pasted.
 * @param serialOf what a cell is the serial code of, where it need not be one itself, such as a scanned link
 */
export const readJobList = (
  text: string,
  kind: LockJobKind,
  serialOf: (cell: string) => string = (cell) => cell
): JobListReading => {
  const plain = text.replace(/^\uFEFF/, "")
  const first = plain.split(/\r?\n/).find((line) => line.trim() !== "") ?? ""
  const isBare = /^\d{8}$/.test(serialOf(first.trim()))
  const reading = readCsv(isBare ? `${listHeaders.serialCode[0]}\n${plain}` : plain)
  if (reading.kind !== "table") return reading
  const { table } = reading
  const at = placesOf(table.header)
  if (at.serial < 0) return { kind: "noSerials", header: table.header }
  const sentColumns = table.header.length > mostColumns ? [] : table.header.map((each) => each.slice(0, longestHeader))
  const read = rowsOf(table, isBare ? 1 : 0, kind, sentColumns, at, serialOf)
  return { kind: "list", list: { columns: table.header, sentColumns, ...read } }
}

const rowsOf = (
  table: CsvTable,
  shift: number,
  kind: LockJobKind,
  sentColumns: ReadonlyArray<string>,
  at: ReturnType<typeof placesOf>,
  serialOf: (cell: string) => string
) => {
  const kept = new Set(keptColumns(sentColumns))
  const cellsByLine = new Map<number, ReadonlyArray<string>>()
  const rows: Array<JobRowInput> = []
  for (const { line, cells } of table.rows()) {
    const row = line - shift
    const cell = (place: number): string => (cells[place] ?? "").trim().slice(0, 200)
    cellsByLine.set(row, cells)
    rows.push({
      row,
      serialCode: serialOf(cell(at.serial)),
      // What may be a combination stays here.
      cells: sentColumns.map((_, nth) => (kept.has(nth) ? (cells[nth] ?? "").slice(0, longestCell) : "")),
      ...(kind === "setStatus" && at.status >= 0 ? { status: cell(at.status) } : {}),
      ...(kind === "setStatus" && at.unit >= 0 ? { unitNumber: cell(at.unit) } : {})
    })
  }
  return { rows, cells: cellsByLine }
}
