import { separatorFix } from "#core/base/csv.ts"
import { listLimits } from "#core/base/files/listLimits.ts"
import type { Sheet } from "#core/base/files/readWorkbook.ts"
import { sheetText } from "#core/base/files/sheetText.ts"
import { readTableFile } from "#core/base/files/tableFile.ts"
import { encodingNote } from "#core/base/files/textEncodings.ts"
import { tableFileWords } from "#core/base/files/tableFileFaults.ts"
import type { LockJobKind } from "#core/jobs/Job.ts"
import { doubledWords, type JobList, listHeaders, namedColumns, readJobList } from "#core/jobs/jobList.ts"
import { readScanned } from "#core/locks/lockLinks.ts"
import { scanLinks } from "#web/app/scanLinks.ts"

/** A list as entered: its name and its text. */
export interface ListText {
  readonly name: string
  readonly text: string
  /** What to tell the user about how its file was read, if anything. */
  readonly note?: string | null
  /** The workbook's non-empty sheets, if there is more than one, and the one being read. */
  readonly sheets?: ReadonlyArray<Sheet>
  readonly sheet?: string | null
}

/** Largest file to read, in bytes. Enough for the most rows a job can have. */
const mostBytes = 16 * 1024 * 1024

/** The list, or why it can't be read. */
export type ReadList =
  | { readonly kind: "list"; readonly list: JobList }
  | { readonly kind: "nothing" }
  | { readonly kind: "wrong"; readonly error: string; readonly next: string }

/** Replaces a scanned link with the serial code in it. */
const serialOf = (cell: string): string => {
  const scanned = readScanned(cell, scanLinks)
  return scanned.kind === "lock" && scanned.serialCode !== null ? scanned.serialCode : cell
}

/** Parses a list for a kind of job. */
export const readList = (text: string, kind: LockJobKind): ReadList => {
  const reading = readJobList(text, kind, { serialOf })
  switch (reading.kind) {
    case "list":
      return reading.list.rows.length === 0
        ? { kind: "wrong", error: "The list has no rows below its header.", next: "Add one row per lock." }
        : reading
    case "empty":
      return { kind: "nothing" }
    case "fault":
      return {
        kind: "wrong",
        error: `Line ${reading.fault.line}, column ${reading.fault.column}: ${reading.fault.error}`,
        next: reading.fault.fix
      }
    case "doubled":
      return { kind: "wrong", ...doubledWords(reading.heading) }
    case "lacks":
      return {
        kind: "wrong",
        error: `The header row has no serial code column. Its columns are: ${namedColumns(reading.header).slice(0, 200)}.`,
        next:
          separatorFix(reading.header) ??
          `Name the column ${listHeaders.serialCode.slice(0, 4).join(" or ")}, or enter one serial code per line.`
      }
  }
}

const aText = (name: string, text: string): ListText => ({ name, text })

/** Returns the list of one sheet of a workbook. */
export const withSheet = (given: ListText, sheets: ReadonlyArray<Sheet>, chosen: string): ListText => {
  const sheet = sheets.find(({ name }) => name === chosen)
  return { ...given, text: sheet === undefined ? "" : sheetText(sheet.rows()), sheets, sheet: sheet?.name ?? null }
}

/**
 * Reads a file (CSV, other text or an Excel workbook), detected by its content. A workbook with several non-empty
 * sheets has no text until one is chosen. An unreadable file returns its error.
 */
export const readListFile = async (
  file: File
): Promise<ListText | { readonly error: string; readonly next: string }> => {
  if (file.size > mostBytes) {
    return {
      error: `${file.name} is larger than ${mostBytes / 1024 / 1024} MB.`,
      next: "Split it into smaller files."
    }
  }
  const read = await readTableFile(new Uint8Array(await file.arrayBuffer()), listLimits)
  switch (read.kind) {
    case "text":
      return { ...aText(file.name, read.text), note: encodingNote(read.encoding) }
    case "workbook": {
      const { sheets } = read
      const [only] = sheets
      return only !== undefined && sheets.length === 1
        ? aText(file.name, sheetText(only.rows()))
        : { ...aText(file.name, ""), sheets, sheet: null }
    }
    case "refused": {
      const { error, next } = tableFileWords[read.fault]
      const place = read.line === undefined ? "" : ` See line ${read.line}.`
      return { error: `${file.name}: ${error}${place}`, next }
    }
  }
}
