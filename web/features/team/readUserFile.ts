import { type CsvTable, readCsv } from "#core/base/csv.ts"
import { listLimits } from "#core/base/files/listLimits.ts"
import type { Sheet } from "#core/base/files/readWorkbook.ts"
import { sheetText } from "#core/base/files/sheetText.ts"
import { readTableFile } from "#core/base/files/tableFile.ts"
import { tableFileWords } from "#core/base/files/tableFileFaults.ts"
import { userHeadingScore } from "#core/team/userImportColumns.ts"

/** A file of users as it was read; a workbook with several sheets has no table before one is chosen. */
export interface UserFile {
  readonly name: string
  readonly table: CsvTable | null
  readonly sheets: ReadonlyArray<Sheet>
  readonly sheet: string | null
}

/** Why a file cannot be read, in words. */
export interface UserFileRefused {
  readonly error: string
  readonly next: string
}

/** Largest file that is read, in bytes: well beyond 10,000 rows. */
const mostBytes = 16 * 1024 * 1024

const tableOf = (name: string, text: string): CsvTable | UserFileRefused => {
  const reading = readCsv(text, { score: userHeadingScore })
  switch (reading.kind) {
    case "table":
      return reading.table.rowCount === 0
        ? { error: `${name} has no rows.`, next: "Choose the file of users." }
        : reading.table
    case "empty":
      return { error: `${name} is empty.`, next: "Choose the file of users." }
    case "fault": {
      const { line, column, error, fix } = reading.fault
      return { error: `${name}: line ${line}, column ${column}: ${error}`, next: fix }
    }
  }
}

const read = (name: string, text: string, sheets: ReadonlyArray<Sheet>, sheet: string | null) => {
  const table = tableOf(name, text)
  return "error" in table ? table : { name, table, sheets, sheet }
}

/** The file with one of its sheets read. */
export const withUserSheet = ({ name, sheets }: UserFile, chosen: string): UserFile | UserFileRefused => {
  const sheet = sheets.find((each) => each.name === chosen)
  return sheet === undefined
    ? { name, table: null, sheets, sheet: null }
    : read(name, sheetText(sheet.rows()), sheets, chosen)
}

/** Reads a file: CSV or other text, or a workbook (.xlsx, as Excel and LibreOffice save it), by its content. */
export const readUserFile = async (file: File): Promise<UserFile | UserFileRefused> => {
  const { name, size } = file
  if (size > mostBytes) {
    return { error: `${name} is larger than ${mostBytes / 1024 / 1024} MB.`, next: "Cut it into smaller files." }
  }
  const found = await readTableFile(new Uint8Array(await file.arrayBuffer()), listLimits)
  switch (found.kind) {
    case "text":
      return read(name, found.text, [], null)
    case "workbook": {
      const [only] = found.sheets
      return only !== undefined && found.sheets.length === 1
        ? read(name, sheetText(only.rows()), [], null)
        : { name, table: null, sheets: found.sheets, sheet: null }
    }
    case "refused": {
      const { error, next } = tableFileWords[found.fault]
      return { error: `${name}: ${error}${found.line === undefined ? "" : ` See line ${found.line}.`}`, next }
    }
  }
}
