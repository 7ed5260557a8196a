import type { LockJobKind } from "#core/jobs/Job.ts"
import { type JobList, listHeaders, readJobList } from "#core/jobs/jobList.ts"
import { readScanned } from "#core/locks/lockLinks.ts"
import { scanLinks } from "#web/app/scanLinks.ts"

/** A list as it was given: what it is called, and its text. */
export interface ListText {
  readonly name: string
  readonly text: string
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
        error: `The first line names no column of serial codes; it has: ${reading.header.join(", ").slice(0, 200)}.`,
        next: `Name the column ${listHeaders.serialCode.join(" or ")}, or give one serial code a line.`
      }
  }
}

/** Reads a file as text; what is none is refused in words. */
export const readListFile = async (
  file: File
): Promise<ListText | { readonly error: string; readonly next: string }> => {
  if (file.size > mostBytes) {
    return {
      error: `${file.name} is larger than ${mostBytes / 1024 / 1024} MB.`,
      next: "Cut it into smaller files."
    }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return { error: `${file.name} is a workbook or another zip file, not text.`, next: "Save it as CSV (UTF-8)." }
  }
  try {
    return { name: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { error: `${file.name} is not UTF-8.`, next: "Save it as CSV (UTF-8)." }
  }
}
