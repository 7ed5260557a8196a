import { Effect } from "effect"
import { messageOf } from "#core/base/messageOf.ts"
import type { Call } from "#cli/Call.ts"
import type { ExitCode } from "#cli/exitCodes.ts"
import { tellFailedRows } from "#cli/output/failedRows.ts"
import { Failure } from "#cli/output/Failure.ts"
import { sameLine } from "#cli/output/resumeLine.ts"
import type { WrittenErrors } from "./ErrorsFile.ts"

/** The inputs that take the file of a command. */
const fileInputs = ["file", "returns", "rows"] as const

/** The command as given, to run with the file of failed rows; null if it was given no file. */
const fixedLine = (call: Call, path: string): string | null => {
  const input = fileInputs.find((name) => typeof call.given[name] === "string")
  if (input === undefined) return null
  const { dryRun: _dryRun, yes: _yes, noInput: _noInput, json: _json, ndjson: _ndjson, ...flags } = call.flags
  return sameLine({ ...call, flags }, { [input]: path, sheet: undefined, resume: undefined })
}

/**
 * Ends a command whose result is printed: says why the first rows failed and where all failed rows are, and returns the exit
 * code. If their file couldn't be written, it fails with that code. `again` says how else to get them.
 */
export const endWithErrors = Effect.fnUntraced(function* (
  call: Call,
  { failed, path, kept, failure }: WrittenErrors,
  exit: ExitCode,
  again: string
) {
  tellFailedRows(call.terminal, failed)
  if (failure !== null) {
    const { cause } = failure
    return yield* Effect.fail(
      new Failure({
        code: "CannotWrite",
        message: `The failed rows couldn't be written to ${failure.path}: ${messageOf(cause)}.`,
        next: `Make sure that it can be written, then ${again}.`,
        exit
      })
    )
  }
  if (path !== null) {
    if (kept !== null) call.terminal.talk(`${kept} already exists with other content, so it was left as it is.`)
    const line = fixedLine(call, path)
    call.terminal.talk(
      `The failed rows are in ${path}, each with its error. Fix them there, then run ${line === null ? "the command with that file." : `this: ${line}`}`
    )
  }
  return exit
})
