import { withVerb } from "#core/base/fieldWords.ts"
import { type ExitCode, exitCodes } from "#cli/exitCodes.ts"
import { safeLines } from "./ansi.ts"

/** The facts of a failure, for people and scripts. Missing facts are null in JSON. */
export interface FailureFacts {
  /** The kind of failure, for scripts. */
  readonly code: string
  readonly message: string
  /** The next step. */
  readonly next: string
  readonly exit: ExitCode
  /** The input or column concerned. */
  readonly field?: string | undefined
  /** The line of the file concerned. */
  readonly row?: number | undefined
  readonly requestId?: string | undefined
  /** The possible meanings, if it is ambiguous. */
  readonly candidates?: ReadonlyArray<string> | undefined
  /** The command that resumes the work. */
  readonly resume?: string | undefined
}

/** The only way a command fails: message, next step and exit code together. */
export class Failure extends Error {
  readonly _tag = "Failure"
  readonly facts: FailureFacts

  constructor(facts: FailureFacts) {
    super(facts.message)
    this.facts = facts
  }
}

/** Whether something is a Failure, including one from a file loaded on demand with its own copy of the class. */
export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && "_tag" in error && error._tag === "Failure" && "facts" in error

/** The command line is invalid. */
export const usageFailure = (message: string, next: string, more: Partial<FailureFacts> = {}): Failure =>
  new Failure({ code: "Usage", message, next, exit: exitCodes.usage, ...more })

/** An input is missing and prompting for it is not possible. */
export const missingInput = (label: string, how: string, field: string): Failure =>
  new Failure({
    code: "MissingInput",
    message: `${withVerb(label)} missing.`,
    next: how,
    exit: exitCodes.usage,
    field
  })

/** An error without a TTY or with --json: one object on one line. */
export const failureJson = ({ code, message, next, field, row, requestId, candidates, resume }: FailureFacts): string =>
  JSON.stringify({
    code,
    message,
    next,
    field: field ?? null,
    row: row ?? null,
    requestId: requestId ?? null,
    ...(candidates === undefined ? {} : { candidates }),
    ...(resume === undefined ? {} : { resume })
  })

/** The same for people. It may quote a file or a server. */
export const failureText = ({ message, next, field, row, requestId, candidates, resume }: FailureFacts): string =>
  safeLines(
    [
      message,
      ...(candidates ?? []).map((candidate) => `  ${candidate}`),
      ...(row === undefined ? [] : [`Line: ${row}`]),
      ...(field === undefined ? [] : [`Field: ${field}`]),
      ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
      `Next: ${next}`,
      // Last, so that it is easy to find and copy.
      ...(resume === undefined ? [] : [`Resume: ${resume}`])
    ].join("\n")
  )
