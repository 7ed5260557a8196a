import { createHash } from "node:crypto"
import { separatorFix } from "#core/base/csv.ts"
import type { SelectionJobKind } from "#core/jobs/Job.ts"
import {
  doubledWords,
  type JobList,
  listHeaders,
  type ListReadingOptions,
  namedColumns,
  readJobList
} from "#core/jobs/jobList.ts"
import { fileRefused, readListFile } from "#cli/input/listFile.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** The rows of a file, ready to send, with their original cells. */
export interface JobFile extends JobList {
  /** Its name in messages and in the list of jobs. */
  readonly name: string
  /** SHA-256 of the text, in hex. */
  readonly hash: string
}

/** Options for reading the rows of a file. */
export interface JobFileOptions extends ListReadingOptions {
  /** The requested sheet of a workbook, or null. */
  readonly sheet: string | null
}

/** Reads the rows of a job from a CSV file or workbook, or from stdin for `-`: with a header, or one serial code per line. */
export const readJobFile = async (
  terminal: Terminal,
  path: string,
  kind: SelectionJobKind,
  options: JobFileOptions
): Promise<JobFile> => {
  const { name, text } = await readListFile(terminal, path, options.sheet)
  const reading = readJobList(text, kind, options)
  switch (reading.kind) {
    case "list":
      return { name, hash: createHash("sha256").update(text).digest("hex"), ...reading.list }
    case "empty":
      throw fileRefused(name, "The file is empty.", "Add rows, one lock per row.")
    case "fault": {
      const { line, column, error, fix } = reading.fault
      throw fileRefused(name, `Line ${line}, column ${column}: ${error}`, fix, { row: line, field: `column ${column}` })
    }
    case "doubled": {
      const { column, heading, row } = reading
      const { error, next } = doubledWords(heading)
      throw fileRefused(name, error, next, { row, field: column })
    }
    case "lacks": {
      const [column, ...others] = (options.headers ?? listHeaders)[reading.column]
      throw fileRefused(
        name,
        `The header row is missing ${column}. It has: ${namedColumns(reading.header)}.`,
        separatorFix(reading.header) ?? `Name a column ${[column, ...others].slice(0, 4).join(" or ")}.`,
        { row: reading.row, field: column }
      )
    }
  }
}
