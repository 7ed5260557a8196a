import { createHash } from "node:crypto"
import { text } from "node:stream/consumers"
import type { SelectionJobKind } from "#core/jobs/Job.ts"
import { type JobList, listHeaders, type ListReadingOptions, readJobList } from "#core/jobs/jobList.ts"
import { csvFileText } from "#cli/commands/registry/shipmentFile.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, type FailureFacts, usageFailure } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** The rows of a file, ready to be sent, and their cells to be given back. */
export interface JobFile extends JobList {
  /** What it is called in messages and in the list of jobs. */
  readonly name: string
  /** SHA-256 of the text, in hex. */
  readonly hash: string
}

/** Reads the rows of a job, from a CSV file, or from stdin for `-`: with a header, or one serial code a line. */
export const readJobFile = async (
  terminal: Terminal,
  path: string,
  kind: SelectionJobKind,
  options: ListReadingOptions = {}
): Promise<JobFile> => {
  const name = path === "-" ? "stdin" : path
  if (path === "-" && terminal.streams.stdin.isTTY) {
    throw usageFailure("--file - reads a pipe, and there is none.", "Pipe the rows in, or name a file.", {
      field: "file"
    })
  }
  const content = path === "-" ? await text(terminal.streams.stdin) : csvFileText(path)
  const refused = (message: string, next: string, more: Partial<FailureFacts> = {}) =>
    new Failure({ code: "FileRefused", message: `${name}: ${message}`, next, exit: exitCodes.usage, ...more })
  const reading = readJobList(content, kind, options)
  switch (reading.kind) {
    case "list":
      return { name, hash: createHash("sha256").update(content).digest("hex"), ...reading.list }
    case "empty":
      throw refused("It is empty.", "Give it rows, one lock each.")
    case "fault": {
      const { line, column, error, fix } = reading.fault
      throw refused(`Line ${line}, column ${column}: ${error}`, fix, { row: line, field: `column ${column}` })
    }
    case "lacks": {
      const [name, ...others] = (options.headers ?? listHeaders)[reading.column]
      throw refused(
        `The header row lacks ${name}; it has: ${reading.header.join(", ")}.`,
        `Name the column ${[name, ...others].join(" or ")}.`,
        { row: 1, field: name }
      )
    }
  }
}
