import { type ExitCode, exitCodes } from "#cli/exitCodes.ts"

/** The facts of a failure, for people and scripts. Absent facts are null in JSON. */
export interface FailureFacts {
  /** Names the kind of failure; scripts branch on it. */
  readonly code: string
  readonly message: string
  /** What to do now. */
  readonly next: string
  readonly exit: ExitCode
  /** The input or column it is about. */
  readonly field?: string | undefined
  /** The line of the file it is about. */
  readonly row?: number | undefined
  readonly requestId?: string | undefined
  /** The possible meanings, where there are several. */
  readonly candidates?: ReadonlyArray<string> | undefined
  /** The command that resumes the work. */
  readonly resume?: string | undefined
}

/** The one way a command ends badly: words, next step and exit code together. */
export class Failure extends Error {
  readonly _tag = "Failure"
  readonly facts: FailureFacts

  constructor(facts: FailureFacts) {
    super(facts.message)
    this.facts = facts
  }
}

/** Whether something is a Failure, also one that a file loaded on demand made with its own copy of the class. */
export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && "_tag" in error && error._tag === "Failure" && "facts" in error

/** The command line itself is wrong. */
export const usageFailure = (message: string, next: string, more: Partial<FailureFacts> = {}): Failure =>
  new Failure({ code: "Usage", message, next, exit: exitCodes.usage, ...more })

/** An input is missing and nobody can be asked for it. */
export const missingInput = (label: string, how: string, field: string): Failure =>
  new Failure({
    code: "MissingInput",
    message: `${label} is missing.`,
    next: how,
    exit: exitCodes.usage,
    field
  })

/** What an error off a TTY or with --json is: one object, on one line. */
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

/** The same for a person. */
export const failureText = ({ message, next, field, row, requestId, candidates, resume }: FailureFacts): string =>
  [
    message,
    ...(candidates ?? []).map((candidate) => `  ${candidate}`),
    ...(row === undefined ? [] : [`Line: ${row}`]),
    ...(field === undefined ? [] : [`Field: ${field}`]),
    ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
    `Next: ${next}`,
    // The last line, so that it is found and copied.
    ...(resume === undefined ? [] : [`Resume: ${resume}`])
  ].join("\n")
