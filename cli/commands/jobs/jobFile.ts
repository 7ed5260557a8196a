import { createHash } from "node:crypto"
import { text } from "node:stream/consumers"
import { type CsvTable, readCsv } from "#core/base/csv.ts"
import type { JobKind, JobRowInput } from "#core/jobs/Job.ts"
import { keptColumns } from "#core/jobs/jobRules.ts"
import { csvFileText } from "#cli/commands/registry/shipmentFile.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, type FailureFacts, usageFailure } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** What the server takes of the original cells of a row. */
const mostColumns = 100
const longestHeader = 200
const longestCell = 2000

/** Headers each column goes by; case, blanks and punctuation aside. The first is the one that is named in messages. */
const headers = {
  serialCode: ["serialCode", "Serial Code", "serial"],
  status: ["status", "Lock Status", "secondaryLockStatus"],
  unitNumber: ["unit", "unitNumber", "Unit Number"]
} as const

/** The rows of a file, ready to be sent, and their cells to be given back. */
export interface JobFile {
  /** What it is called in messages and in the list of jobs. */
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** The columns whose cells are sent, so that the server can give failed rows back too: all, unless there are too many. */
  readonly sentColumns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<JobRowInput>
  readonly cells: ReadonlyMap<number, ReadonlyArray<string>>
  /** SHA-256 of the text, in hex. */
  readonly hash: string
}

const normal = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Reads the rows of a job from a CSV file, or from stdin for `-`: with a header, or one serial code a line. */
export const readJobFile = async (terminal: Terminal, path: string, kind: JobKind): Promise<JobFile> => {
  const name = path === "-" ? "stdin" : path
  if (path === "-" && terminal.streams.stdin.isTTY) {
    throw usageFailure("--file - reads a pipe, and there is none.", "Pipe the rows in, or name a file.", {
      field: "file"
    })
  }
  const content = path === "-" ? await text(terminal.streams.stdin) : csvFileText(path)
  const refused = (message: string, next: string, more: Partial<FailureFacts> = {}) =>
    new Failure({ code: "FileRefused", message: `${name}: ${message}`, next, exit: exitCodes.usage, ...more })
  const first = content.replace(/^\uFEFF/, "").split(/\r?\n/, 1)[0] ?? ""
  // A list that was scanned or pasted has no header.
  const bare = /^\s*\d{8}\s*$/.test(first)
  const reading = readCsv(bare ? `${headers.serialCode[0]}\n${content.replace(/^\uFEFF/, "")}` : content)
  if (reading.kind === "empty") throw refused("It is empty.", "Give it rows, one lock each.")
  if (reading.kind === "fault") {
    const { line, column, error, fix } = reading.fault
    throw refused(`Line ${line}, column ${column}: ${error}`, fix, { row: line, field: `column ${column}` })
  }
  const { table } = reading
  const at = (column: keyof typeof headers): number => {
    const names = headers[column].map(normal)
    return table.header.findIndex((each) => names.includes(normal(each)))
  }
  if (at("serialCode") < 0) {
    throw refused(
      `The header row lacks serialCode; it has: ${table.header.join(", ")}.`,
      `Name the column ${headers.serialCode.join(" or ")}.`,
      { row: 1, field: "serialCode" }
    )
  }
  const sentColumns = table.header.length > mostColumns ? [] : table.header.map((each) => each.slice(0, longestHeader))
  return {
    name,
    columns: table.header,
    sentColumns,
    hash: createHash("sha256").update(content).digest("hex"),
    ...rowsOf(table, bare ? 1 : 0, kind, sentColumns, {
      serial: at("serialCode"),
      status: at("status"),
      unit: at("unitNumber")
    })
  }
}

/** Where the columns of a job stand, from 0; -1 where they do not. */
interface Places {
  readonly serial: number
  readonly status: number
  readonly unit: number
}

const rowsOf = (table: CsvTable, shift: number, kind: JobKind, sentColumns: ReadonlyArray<string>, at: Places) => {
  const kept = new Set(keptColumns(sentColumns))
  const cellsByLine = new Map<number, ReadonlyArray<string>>()
  const rows: Array<JobRowInput> = []
  for (const { line, cells } of table.rows()) {
    const row = line - shift
    const cell = (place: number): string => (cells[place] ?? "").trim().slice(0, 200)
    cellsByLine.set(row, cells)
    rows.push({
      row,
      serialCode: cell(at.serial),
      // What may be a combination stays here.
      cells: sentColumns.map((_, nth) => (kept.has(nth) ? (cells[nth] ?? "").slice(0, longestCell) : "")),
      ...(kind === "setStatus" && at.status >= 0 ? { status: cell(at.status) } : {}),
      ...(kind === "setStatus" && at.unit >= 0 ? { unitNumber: cell(at.unit) } : {})
    })
  }
  return { rows, cells: cellsByLine }
}
