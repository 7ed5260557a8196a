import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "./Failure.ts"

/** A file of `--output` that can't be written, and why. */
export const cannotWrite = (path: string, why: unknown): Failure =>
  new Failure({
    code: "CannotWrite",
    message: `${path} couldn't be written: ${why instanceof Error ? why.message : String(why)}.`,
    next: "Free some space, or write it somewhere else.",
    exit: exitCodes.failed,
    field: "output"
  })
