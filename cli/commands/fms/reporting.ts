import { existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Effect, Schema } from "effect"
import type { Call } from "#cli/Call.ts"
import { replaceFile } from "#cli/local/replaceFile.ts"
import { cannotWrite } from "#cli/output/cannotWrite.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { outputPath } from "#cli/output/outputPath.ts"
import { textOf } from "#cli/output/shown.ts"
import { type Report, type ReportFormat, reportFormats, reportText } from "./reports.ts"

/** Options of every report. */
export const reportOptions = {
  format: {
    schema: Schema.Literals(reportFormats),
    label: "Format",
    description: "table, json, csv, junit (XML), github (annotations) or tap (default: table)",
    optional: true
  },
  output: {
    schema: Schema.String,
    label: "Output",
    description: "The file to write the report to (default: stdout)",
    optional: true
  }
} as const

/** The given options. */
export interface Reporting {
  readonly format?: ReportFormat
  readonly output?: string
}

const folderRefusal = (path: string | null): Failure | null =>
  path === null || existsSync(dirname(resolve(path))) ? null : cannotWrite(resolve(path), "folder not found")

/** Why these options can't be combined, or null: checked before anything is done. */
export const reportingRefusal = ({ terminal }: Call, { format, output }: Reporting): Failure | null =>
  format !== undefined && terminal.outputOptions.format.kind !== "table"
    ? usageFailure("Use --format or --json, not both.", "Remove one of them.", { field: "format" })
    : folderRefusal(outputPath(output))

/** Whether the output is a table for people. */
export const isTable = ({ terminal }: Call, { format = "table" }: Reporting): boolean =>
  format === "table" && terminal.outputOptions.format.kind === "table"

const write = (path: string, text: string): void => {
  try {
    replaceFile(path, text, { shared: true })
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/** Writes a report to stdout or to the given file. */
export const writeReport = ({ terminal }: Call, { format, output }: Reporting, report: Report) => {
  const { format: usual } = terminal.outputOptions
  const text = usual.kind === "table" ? reportText(format ?? "table", report) : textOf(usual, report.shown)
  const path = outputPath(output)
  return path === null
    ? Effect.asVoid(Effect.promise(() => terminal.data(text)))
    : Effect.try({ try: () => write(resolve(path), text), catch: (cause) => cause })
}
