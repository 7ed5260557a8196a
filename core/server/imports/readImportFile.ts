import { type CsvRowFault, readCsv, separatorFix } from "#core/base/csv.ts"
import { isShort } from "#core/base/csvRow.ts"
import { withoutGuard } from "#core/base/csvText.ts"
import { extraCellsFault, extraCellsOf, isExtraColumn } from "#core/base/extraCells.ts"
import type { SheetRow } from "#core/base/files/readWorkbook.ts"
import { readTableFile, sheetNamed, type TableFile } from "#core/base/files/tableFile.ts"
import type { TextEncoding } from "#core/base/files/textEncodings.ts"
import { headerAt, type HeadingScore } from "#core/base/headerRow.ts"
import type { FileFault } from "#core/imports/fileFaults.ts"
import type { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import { importFileTypes, importLimits } from "#core/imports/importLimits.ts"
import { normalHeader } from "#core/imports/normalHeader.ts"
import { isProblemColumn, keptColumns } from "#core/jobs/keptColumns.ts"

/** An uploaded file, and the requested sheet. */
export interface ImportFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly sheet?: string
}

/**
 * A row of a file. A row with a fault has the cells that could be read, possibly more than there are headers and in the wrong
 * columns.
 */
export interface ImportTableRow extends SheetRow {
  readonly fault?: CsvRowFault
}

/** The content of a file: its headers and rows, without the error columns that an error file adds. */
export interface ImportTable {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ImportTableRow>
  /** How a text file was read. */
  readonly encoding?: TextEncoding
}

/** The result of reading a file: its content, or why it is refused. */
export type FileReading = { readonly table: ImportTable } | { readonly refused: ImportFileRefused["data"] }

interface Place {
  readonly line?: number
  readonly column?: number
  readonly detail?: string
  readonly sheets?: ReadonlyArray<string>
}

const refusal = (reason: FileFault, { line, column, detail, sheets }: Place = {}): FileReading => ({
  refused: {
    reason,
    line: line ?? null,
    column: column ?? null,
    detail: detail ?? null,
    ...(sheets === undefined ? {} : { sheets })
  }
})

const csvTable = (text: string, encoding: TextEncoding, score: HeadingScore): FileReading => {
  const reading = readCsv(text, { score })
  if (reading.kind === "empty") return refusal("Empty")
  if (reading.kind === "fault") {
    const { line, column, error, tooWide } = reading.fault
    return tooWide === true ? refusal("TooManyColumns") : refusal("WrongType", { line, column, detail: error })
  }
  const { header, headerRow, rowCount, rows } = reading.table
  const detail = separatorFix(header)
  if (detail !== null) return refusal("NotCsv", { line: headerRow, detail })
  if (rowCount > importLimits.rows) return refusal("TooManyRows")
  return { table: { headers: header, rows: [...rows()], encoding } }
}

const sheetTable = (
  sheets: Extract<TableFile, { readonly kind: "workbook" }>["sheets"],
  name: string | null,
  score: HeadingScore
): FileReading => {
  const chosen = sheetNamed(sheets, name)
  if (chosen.kind === "which") {
    return refusal("WhichSheet", { sheets: chosen.names, ...(name === null ? {} : { detail: name }) })
  }
  const rows = chosen.sheet.rows()
  const head = headerAt(rows, { score })
  if (head === null) return refusal("Empty")
  return { table: { headers: head.cells, rows: rows.filter(({ row }) => row > head.row) } }
}

/** Removes characters that can't be stored. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "")

/** Extra cells that an error file returned: a row that still has some is not fixed. */
const withExtraCells = (headers: ReadonlyArray<string>, row: ImportTableRow): ImportTableRow => {
  if (row.fault !== undefined && !isShort(row.fault)) return row
  const fault = extraCellsFault(headers, row.cells, isProblemColumn)
  if (fault === null) return row
  const own = headers.map((header, nth) => (isExtraColumn(header) ? "" : (row.cells[nth] ?? "")))
  return { row: row.row, cells: [...own, ...extraCellsOf(headers, row.cells)], fault }
}

/** The cells of an unreadable row: those of the columns, then the extra ones. */
const faultyCells = (
  { cells }: SheetRow,
  headers: ReadonlyArray<string>,
  kept: ReadonlyArray<number>
): ReadonlyArray<string> => {
  const more = cells.slice(headers.length)
  const last = more.findLastIndex((cell) => cell.trim() !== "")
  const all = [...kept.map((nth) => cells[nth] ?? ""), ...more.slice(0, last + 1)]
  return all.slice(0, importLimits.columns).map((cell) => cell.slice(0, importLimits.cell))
}

const filledWidth = (cells: ReadonlyArray<string>): number => cells.findLastIndex((cell) => cell.trim() !== "") + 1

const narrowed = ({ headers, rows: read, ...encoding }: ImportTable): FileReading => {
  const rows = headers.some(isExtraColumn) ? read.map((row) => withExtraCells(headers, row)) : read
  const readable = rows.filter(({ fault }) => fault === undefined)
  // Extra cells of invalid rows, and empty cells after the last one, don't add columns to the file.
  const width = Math.max(
    filledWidth(headers),
    ...readable.slice(0, importLimits.rows + 1).map(({ cells }) => filledWidth(cells))
  )
  if (width > importLimits.columns) return refusal("TooManyColumns")
  if (headers.every((header) => header.trim() === "")) return refusal("NoHeader")
  if (rows.length > importLimits.rows) return refusal("TooManyRows")
  const filled = rows.filter(({ cells, fault }) => fault !== undefined || cells.some((cell) => cell.trim() !== ""))
  if (filled.length === 0) return refusal("Empty")
  const named = Array.from({ length: width }, (_, nth) =>
    storable(headers[nth] ?? "")
      .trim()
      .slice(0, importLimits.header)
  )
  const kept = keptColumns(named).filter(
    (nth) =>
      !isExtraColumn(named[nth] ?? "") &&
      (named[nth] !== "" || readable.some(({ cells }) => (cells[nth] ?? "").trim() !== ""))
  )
  const long = readable.find(({ cells }) => kept.some((nth) => (cells[nth] ?? "").length > importLimits.cell))
  if (long !== undefined) {
    return refusal("NotCsv", { line: long.row, detail: `A cell has more than ${importLimits.cell} characters.` })
  }
  return {
    table: {
      ...encoding,
      headers: kept.map((nth) => named[nth] ?? ""),
      rows: filled.map((each): ImportTableRow => {
        const { row, cells, fault } = each
        const own = fault === undefined ? kept.map((nth) => cells[nth] ?? "") : faultyCells(each, headers, kept)
        return {
          row,
          cells: own.map((cell) => storable(withoutGuard(cell))),
          ...(fault === undefined ? {} : { fault })
        }
      })
    }
  }
}

const tableOf = async ({ bytes, sheet }: ImportFile, score: HeadingScore): Promise<FileReading> => {
  const file = await readTableFile(bytes, importLimits)
  switch (file.kind) {
    case "refused":
      return refusal(file.fault, file.line === undefined ? {} : { line: file.line })
    case "text":
      return csvTable(file.text, file.encoding, score)
    case "workbook":
      return sheetTable(file.sheets, sheet ?? null, score)
  }
}

/**
 * Reads a file of facilities or users. Its type is detected from the content, but its extension must be an accepted one.
 * `headings` are the accepted column headings, normalized. Every thread that reads files loads this module, so it must not
 * import anything that loads slowly.
 */
export const readImportFile = async (file: ImportFile, headings: ReadonlyArray<string>): Promise<FileReading> => {
  const ending = /\.[^.]*$/.exec(file.name)?.[0].toLowerCase() ?? ""
  if (file.bytes.length >= importLimits.fileBytes) return refusal("TooLarge")
  if (file.bytes.length === 0) return refusal("Empty")
  if (!importFileTypes.some((type) => type === ending)) return refusal("WrongType")
  const known = new Set(headings)
  const read = await tableOf(file, (cells) => cells.filter((cell) => known.has(normalHeader(cell))).length)
  return "table" in read ? narrowed(read.table) : read
}
