import { listLimits } from "#core/base/files/listLimits.ts"
import type { Sheet } from "#core/base/files/readWorkbook.ts"
import { sheetText } from "#core/base/files/sheetText.ts"
import { readTableFile } from "#core/base/files/tableFile.ts"
import { tableFileWords } from "#core/base/files/tableFileFaults.ts"
import type { LockJobKind } from "#core/jobs/Job.ts"
import { type JobList, listHeaders, readJobList } from "#core/jobs/jobList.ts"
import { readScanned } from "#core/locks/lockLinks.ts"
import { scanLinks } from "#web/app/scanLinks.ts"

/** A list as it was given: what it is called, and its text. */
export interface ListText {
  readonly name: string
  readonly text: string
  /** The sheets of the workbook that it comes from, where more than one holds something, and the one that is read. */
  readonly sheets?: ReadonlyArray<Sheet>
  readonly sheet?: string | null
}

/** Largest file that is read, in bytes: more than the rows a job holds at most. */
const mostBytes = 16 * 1024 * 1024

/** What was read, or why not, in words. */
export type ReadList =
  | { readonly kind: "list"; readonly list: JobList }
  | { readonly kind: "nothing" }
  | { readonly kind: "wrong"; readonly error: string; readonly next: string }

/** A scanned link stands for the lock it names. */
const serialOf = (cell: string): string => {
  const scanned = readScanned(cell, scanLinks)
  return scanned.kind === "lock" && scanned.serialCode !== null ? scanned.serialCode : cell
}

/** Reads a list for a kind of job. */
export const readList = (text: string, kind: LockJobKind): ReadList => {
  const reading = readJobList(text, kind, { serialOf })
  switch (reading.kind) {
    case "list":
      return reading.list.rows.length === 0 ? { kind: "nothing" } : reading
    case "empty":
      return { kind: "nothing" }
    case "fault":
      return {
        kind: "wrong",
        error: `Line ${reading.fault.line}, column ${reading.fault.column}: ${reading.fault.error}`,
        next: reading.fault.fix
      }
    case "lacks":
      return {
        kind: "wrong",
        error: `The header row has no serial code column. Its columns are: ${reading.header.join(", ").slice(0, 200)}.`,
        next: `Name the column ${listHeaders.serialCode.slice(0, 4).join(" or ")}, or enter one serial code per line.`
      }
  }
}

const aText = (name: string, text: string): ListText => ({ name, text })

/** The list that a sheet of a workbook holds. */
export const withSheet = (given: ListText, sheets: ReadonlyArray<Sheet>, chosen: string): ListText => {
  const sheet = sheets.find(({ name }) => name === chosen)
  return { ...given, text: sheet === undefined ? "" : sheetText(sheet.rows()), sheets, sheet: sheet?.name ?? null }
}

/**
 * Reads a file: CSV or other text, or an Excel workbook, by its content. A workbook in which several sheets hold something
 * has no text before one is chosen. What cannot be read is refused in words.
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
      return aText(file.name, read.text)
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
