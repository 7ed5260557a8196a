import { Effect } from "effect"
import { readCsv } from "#core/base/csv.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import { withoutGuard } from "#core/base/csvText.ts"
import type { SheetRow } from "#core/base/files/readWorkbook.ts"
import { readTableFile, sheetNamed, type TableFile } from "#core/base/files/tableFile.ts"
import { headerAt } from "#core/base/headerRow.ts"
import type { FileFault } from "#core/imports/fileFaults.ts"
import { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import { importHeadingScore } from "#core/imports/importHeadings.ts"
import { importFileTypes, importLimits } from "#core/imports/importLimits.ts"
import { keptColumns } from "#core/jobs/jobRules.ts"

/** A file as it came, and the sheet of it that is meant where it has several. */
export interface ImportFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly sheet?: string
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
  readonly sheets?: ReadonlyArray<string>
}

const refusal = (reason: FileFault, { line, column, detail, sheets }: Place = {}): ImportFileRefused =>
  new ImportFileRefused({
    data: {
      reason,
      line: line ?? null,
      column: column ?? null,
      detail: detail ?? null,
      ...(sheets === undefined ? {} : { sheets })
    }
  })

const csvTable = (text: string): ImportTable | ImportFileRefused => {
  const reading = readCsv(text, { score: importHeadingScore })
  if (reading.kind === "empty") return refusal("Empty")
  if (reading.kind === "fault") {
    const { line, column, error, tooWide } = reading.fault
    return tooWide === true ? refusal("TooManyColumns") : refusal("WrongType", { line, column, detail: error })
  }
  const { header, rowCount, rows } = reading.table
  if (rowCount > importLimits.rows) return refusal("TooManyRows")
  const found: Array<SheetRow> = []
  for (const { line, cells, fault } of rows()) {
    // Every row is matched with what is there: one that says less than it should is a mistake in the whole file.
    if (fault !== undefined) return refusal("NotCsv", { line, detail: csvRowWords(fault).error })
    found.push({ row: line, cells })
  }
  return { headers: header, rows: found }
}

const sheetTable = (
  sheets: Extract<TableFile, { readonly kind: "workbook" }>["sheets"],
  name: string | null
): ImportTable | ImportFileRefused => {
  const chosen = sheetNamed(sheets, name)
  if (chosen.kind === "which") {
    return refusal("WhichSheet", { sheets: chosen.names, ...(name === null ? {} : { detail: name }) })
  }
  const rows = chosen.sheet.rows()
  const head = headerAt(rows, { score: importHeadingScore })
  if (head === null) return refusal("Empty")
  return { headers: head.cells, rows: rows.filter(({ row }) => row > head.row) }
}

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

const tableOf = async ({ bytes, sheet }: ImportFile): Promise<ImportTable | ImportFileRefused> => {
  const file = await readTableFile(bytes, importLimits)
  switch (file.kind) {
    case "refused":
      return refusal(file.fault, file.line === undefined ? {} : { line: file.line })
    case "text":
      return csvTable(file.text)
    case "workbook":
      return sheetTable(file.sheets, sheet ?? null)
  }
}

/** Reads a file of facilities. What it is its content says; its name only has to end as one of such a file does. */
export const readImportFile = (file: ImportFile): Effect.Effect<ImportTable, ImportFileRefused> =>
  Effect.gen(function* () {
    const ending = /\.[^.]*$/.exec(file.name)?.[0].toLowerCase() ?? ""
    if (file.bytes.length >= importLimits.fileBytes) return yield* refusal("TooLarge")
    if (file.bytes.length === 0) return yield* refusal("Empty")
    if (!importFileTypes.some((type) => type === ending)) return yield* refusal("WrongType")
    const table = yield* Effect.promise(() => tableOf(file))
    const result = table instanceof ImportFileRefused ? table : narrowed(table)
    return result instanceof ImportFileRefused ? yield* result : result
  })
