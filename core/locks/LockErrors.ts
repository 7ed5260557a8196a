import { askAnAdmin } from "#core/base/fieldWords.ts"
import { defineProblem } from "#core/base/problem.ts"

/** The company has no such lock, or it is outside the user's facilities. */
export class LockNotFound extends defineProblem<LockNotFound>()({
  tag: "LockNotFound",
  status: 404,
  exit: "notFound",
  words: {
    error: "A lock matching the entered serial code could be found.",
    next: "Check the lock's 8 digits."
  }
}) {}

/** Restricted Personnel can't open locks in Tenant Using Lock or Assigned Auction unless codes are hidden (001 §2). */
export class LockDetailDenied extends defineProblem<LockDetailDenied>()({
  tag: "LockDetailDenied",
  status: 403,
  exit: "denied",
  words: {
    error: "Insufficient Permissions: Restricted Personnel can't open locks with this status.",
    next: askAnAdmin
  }
}) {}

/** No log of the company has this line. */
export class LogNotFound extends defineProblem<LogNotFound>()({
  tag: "LogNotFound",
  status: 404,
  exit: "notFound",
  words: { error: "Log entry not found.", next: "Check the log of the lock." }
}) {}
