import { messageOf } from "#core/base/messageOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "./Failure.ts"

/** A file of `--output` that can't be written, and why. */
export const cannotWrite = (path: string, why: unknown): Failure =>
  new Failure({
    code: "CannotWrite",
    message: `${path} couldn't be written: ${messageOf(why)}.`,
    next: isFull(why)
      ? "Free some space, or write it somewhere else."
      : "Check its folder and permissions, or write it somewhere else.",
    exit: exitCodes.failed,
    field: "output"
  })

/** Whether the disk or the user's share of it is full. */
const isFull = (why: unknown): boolean =>
  why instanceof Error && "code" in why && (why.code === "ENOSPC" || why.code === "EDQUOT")
