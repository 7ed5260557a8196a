import { Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"
import type { Call } from "#cli/commands/Verb.ts"
import { usageFailure } from "#cli/output/Failure.ts"

/** What a verb that also takes a file of rows takes besides. */
export const fileOptions = {
  file: {
    schema: Schema.String,
    label: "File",
    description: "A CSV file with a serialCode column, or one serial code a line; - reads stdin",
    optional: true,
    picks: "file"
  },
  resume: {
    schema: Schema.Boolean,
    label: "Resume",
    description: "Go on with the job of this file that was stopped half way",
    optional: true
  }
} as const satisfies Readonly<Record<string, InputField>>

/** Names for `--json a,b` of what a file came to. */
export const fileFields = ["jobID", "file", "rows", "applied", "unchanged", "failed", "errorsFile", "dryRun"] as const

/** The file given, or null for a single lock. Throws where both are given, or what only a file knows without one. */
export const fileGiven = (call: Call, single: string): string | null => {
  const { file, resume } = call.given
  if (typeof file !== "string") {
    if (resume === true) throw usageFailure("--resume is about a file.", "Give it with --file.", { field: "resume" })
    return null
  }
  if (call.given[single] !== undefined) {
    throw usageFailure("Give a lock or a file, not both.", "Leave one of the two out.", { field: "file" })
  }
  return file
}
