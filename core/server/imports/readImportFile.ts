import { Effect } from "effect"
import { readCsv } from "#core/base/csv.ts"
import { isFormula } from "#core/base/csvText.ts"
import type { FileFault } from "#core/imports/fileFaults.ts"
import { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import { importFileTypes, importLimits } from "#core/imports/importLimits.ts"
import { keptColumns } from "#core/jobs/jobRules.ts"
import { ArchiveRefused } from "./Archive.ts"
import { readWorkbook, type SheetRow } from "./readWorkbook.ts"

/** A file as it came. */
export interface ImportFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What a file says: its headers and its rows, those of an error file without what was said about them. */
export interface ImportTable {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<SheetRow>
}

interface Place {
  readonly line?: number
  readonly column?: number
  readonly detail?: string
}

const refusal = (reason: FileFault, { line, column, detail }: Place = {}): ImportFileRefused =>
  new ImportFileRefused({ data: { reason, line: line ?? null, column: column ?? null, detail: detail ?? null } })

const starts = (bytes: Uint8Array, ...head: ReadonlyArray<number>): boolean =>
  head.every((byte, nth) => bytes[nth] === byte)

/** The encoding that a mark at its start says, UTF-8 without one. */
const encodingOf = (bytes: Uint8Array): string =>
  starts(bytes, 0xff, 0xfe) ? "utf-16le" : starts(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8"

const decoded = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Other kinds of files, by how they begin: PDF, PNG, JPEG, GIF, RTF, gzip, RAR, 7z, ELF and Windows programs. */
const foreign: ReadonlyArray<ReadonlyArray<number>> = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a, 0x90]
]

const csvTable = (bytes: Uint8Array): ImportTable | ImportFileRefused => {
  const text = decoded(bytes)
  if (text === null) return refusal("Encoding")
  // Pages and XML are saved under the names of spreadsheets by some programs.
  if (/^\uFEFF?\s*<(!|\?xml|html|table|workbook)/i.test(text)) return refusal("WrongType")
  const reading = readCsv(text)
  if (reading.kind === "empty") return refusal("Empty")
  if (reading.kind === "fault") {
    const { line, column, error, tooWide } = reading.fault
    if (tooWide === true) return refusal("TooManyColumns")
    return refusal(text.includes("\0") ? "WrongType" : "NotCsv", { line, column, detail: error })
  }
  const { header, rowCount, rows } = reading.table
  if (rowCount > importLimits.rows) return refusal("TooManyRows")
  return { headers: header, rows: [...rows()].map(({ line, cells }) => ({ row: line, cells })) }
}

const workbookTable = (bytes: Uint8Array): ImportTable | ImportFileRefused => {
  try {
    const [head, ...rows] = readWorkbook(bytes)
    return head === undefined ? refusal("Empty") : { headers: head.cells, rows }
  } catch (error) {
    if (error instanceof ArchiveRefused) return refusal(error.fault)
    throw error
  }
}

/** An error file has an apostrophe before what a spreadsheet would run: it is no part of the cell. */
const withoutGuard = (cell: string): string => (cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell)

/** A text as it can be kept. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "")

const narrowed = ({ headers, rows }: ImportTable): ImportTable | ImportFileRefused => {
  const width = Math.max(headers.length, ...rows.slice(0, importLimits.rows + 1).map(({ cells }) => cells.length))
  if (width > importLimits.columns) return refusal("TooManyColumns")
  if (headers.every((header) => header.trim() === "")) return refusal("NoHeader")
  if (rows.length > importLimits.rows) return refusal("TooManyRows")
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
  if (filled.length === 0) return refusal("Empty")
  const named = Array.from({ length: width }, (_, nth) =>
    storable(headers[nth] ?? "")
      .trim()
      .slice(0, importLimits.header)
  )
  const kept = keptColumns(named).filter(
    (nth) => named[nth] !== "" || filled.some(({ cells }) => (cells[nth] ?? "").trim() !== "")
  )
  const long = filled.find(({ cells }) => kept.some((nth) => (cells[nth] ?? "").length > importLimits.cell))
  if (long !== undefined) {
    return refusal("NotCsv", { line: long.row, detail: `A cell has more than ${importLimits.cell} characters.` })
  }
  return {
    headers: kept.map((nth) => named[nth] ?? ""),
    rows: filled.map(({ row, cells }) => ({ row, cells: kept.map((nth) => storable(withoutGuard(cells[nth] ?? ""))) }))
  }
}

/** Reads a file of facilities. What it is its content says; its name only has to end as one of such a file does. */
export const readImportFile = ({ name, bytes }: ImportFile): Effect.Effect<ImportTable, ImportFileRefused> =>
  Effect.suspend(() => {
    const ending = /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ""
    const isKnown = importFileTypes.some((type) => type === ending)
    const table =
      bytes.length >= importLimits.fileBytes
        ? refusal("TooLarge")
        : bytes.length === 0
          ? refusal("Empty")
          : !isKnown || foreign.some((head) => starts(bytes, ...head))
            ? refusal("WrongType")
            : starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)
              ? refusal("OldExcel")
              : starts(bytes, 0x50, 0x4b)
                ? workbookTable(bytes)
                : csvTable(bytes)
    if (table instanceof ImportFileRefused) return Effect.fail(table)
    const result = narrowed(table)
    return result instanceof ImportFileRefused ? Effect.fail(result) : Effect.succeed(result)
  })
