import { type CsvRowFault, readCsv } from "#core/base/csv.ts"
import { withoutGuard } from "#core/base/csvText.ts"
import type { SheetRow } from "#core/base/files/readWorkbook.ts"
import { readTableFile, sheetNamed, type TableFile } from "#core/base/files/tableFile.ts"
import { headerAt, type HeadingScore } from "#core/base/headerRow.ts"
import type { FileFault } from "#core/imports/fileFaults.ts"
import type { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import { importFileTypes, importLimits } from "#core/imports/importLimits.ts"
import { isExtraColumn } from "#core/imports/errorFileWords.ts"
import { normalHeader } from "#core/imports/normalHeader.ts"
import { isProblemColumn, keptColumns } from "#core/jobs/keptColumns.ts"

/** A file as it came, and the sheet of it that is meant where it has several. */
export interface ImportFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly sheet?: string
}

/**
 * A row of a file. One with a fault has the cells that could be read, of which more than there are headers may be; they need
 * not be in the columns they belong to.
 */
export interface ImportTableRow extends SheetRow {
  readonly fault?: CsvRowFault
}

/** What a file says: its headers and its rows, those of an error file without what was said about them. */
export interface ImportTable {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ImportTableRow>
}

/** What becomes of a file: what it says, or why it is refused. */
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

const csvTable = (text: string, score: HeadingScore): FileReading => {
  const reading = readCsv(text, { score })
  if (reading.kind === "empty") return refusal("Empty")
  if (reading.kind === "fault") {
    const { line, column, error, tooWide } = reading.fault
    return tooWide === true ? refusal("TooManyColumns") : refusal("WrongType", { line, column, detail: error })
  }
  const { header, rowCount, rows } = reading.table
  if (rowCount > importLimits.rows) return refusal("TooManyRows")
  const found: Array<ImportTableRow> = []
  for (const { line, cells, fault } of rows()) {
    found.push(fault === undefined ? { row: line, cells } : { row: line, cells, fault })
  }
  return { table: { headers: header, rows: found } }
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

/** A text as it can be kept. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "")

/** Cells that an error file gave back beyond the last heading: a row that still has some is not fixed. */
const withExtraCells = (headers: ReadonlyArray<string>, row: ImportTableRow): ImportTableRow => {
  if (row.fault !== undefined) return row
  const extra = headers.flatMap((header, nth) =>
    isExtraColumn(header) && (row.cells[nth] ?? "").trim() !== "" ? [row.cells[nth] ?? ""] : []
  )
  if (extra.length === 0) return row
  const expected = headers.filter((header) => !isExtraColumn(header) && !isProblemColumn(header)).length
  const cells = [...headers.map((header, nth) => (isExtraColumn(header) ? "" : (row.cells[nth] ?? ""))), ...extra]
  return { row: row.row, cells, fault: { kind: "cells", found: expected + extra.length, expected } }
}

/** The cells of a row that cannot be read: those of the columns, and behind them what is more. */
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

const narrowed = ({ headers, rows: read }: ImportTable): FileReading => {
  const rows = headers.some(isExtraColumn) ? read.map((row) => withExtraCells(headers, row)) : read
  const readable = rows.filter(({ fault }) => fault === undefined)
  // What a row has too many says nothing about the columns of the file.
  const width = Math.max(headers.length, ...readable.slice(0, importLimits.rows + 1).map(({ cells }) => cells.length))
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
      return csvTable(file.text, score)
    case "workbook":
      return sheetTable(file.sheets, sheet ?? null, score)
  }
}

/**
 * Reads a file of facilities. What it is its content says; its name only has to end as one of such a file does. `headings` are
 * those that a column may have, as headers are compared. A thread is started for each file: nothing is imported here that takes
 * longer to load than a file to read.
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
