import { Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"
import type { Call } from "#cli/Call.ts"
import { sheetOption } from "#cli/input/listFile.ts"
import { usageFailure } from "#cli/output/Failure.ts"

/** The options of a verb that also takes a file of rows. */
export const fileOptions = {
  file: {
    schema: Schema.String,
    label: "File",
    description:
      "A CSV file or workbook (.xlsx, .ods) with a column of serial codes, or one serial code per line; - reads stdin",
    optional: true,
    picks: "file"
  },
  sheet: sheetOption,
  resume: {
    schema: Schema.Boolean,
    label: "Resume",
    description: "Resume the unfinished job of this file",
    optional: true
  }
} as const satisfies Readonly<Record<string, InputField>>

/** Fields for `--json a,b` of a file's result. */
export const countFields = ["file", "rows", "applied", "unchanged", "failed", "errorsFile", "dryRun"] as const

/** The same for a file that is processed by a job. */
export const fileFields = ["jobID", ...countFields] as const

/** The requested sheet, or null. */
export const sheetGiven = ({ given }: Pick<Call, "given">): string | null =>
  typeof given["sheet"] === "string" ? given["sheet"] : null

/** The given file, or null for a single lock. Throws if both are given, or a file option without a file. */
export const fileGiven = (call: Call, single: string): string | null => {
  const { file, resume, sheet } = call.given
  if (typeof file !== "string") {
    if (sheet !== undefined) throw usageFailure("--sheet needs a file.", "Add --file FILE.", { field: "sheet" })
    if (resume === true) throw usageFailure("--resume needs a file.", "Add --file FILE.", { field: "resume" })
    return null
  }
  if (call.given[single] !== undefined) {
    throw usageFailure("Give a lock or a file, not both.", "Remove one of them.", { field: "file" })
  }
  return file
}
