import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"

/** No lock was given a status (001 §5: 'updateOneLock'). */
export class NoLockReturned extends defineProblem<NoLockReturned>()({
  tag: "NoLockReturned",
  status: 422,
  exit: "usage",
  words: {
    error: "Please update at least one lock",
    next: "Choose Available, Lost, Tenant Using or Damaged for a lock."
  }
}) {}

/** No recipient was chosen for the report (001 §5: 'updateUser'). */
export class RecipientMissing extends defineProblem<RecipientMissing>()({
  tag: "RecipientMissing",
  status: 422,
  exit: "usage",
  words: {
    error: "Please select a user to send the report to",
    next: "Choose who gets the report."
  }
}) {}

/** No active user of the company has this id. */
export class RecipientNotFound extends defineProblem<RecipientNotFound>()({
  tag: "RecipientNotFound",
  status: 404,
  exit: "notFound",
  words: {
    error: "Your company has no such active user.",
    next: "Choose one of your company's users."
  }
}) {}

/**
 * Some locks are not waiting to be processed: unknown, in another status, listed twice, or from several facilities (001
 * §5). Nothing was changed.
 */
export class ReturnsRefused extends defineProblem<ReturnsRefused>()({
  tag: "ReturnsRefused",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ lockIDs: Schema.Array(Schema.Int.pipe(Schema.brand("lockID"))) }),
  words: {
    error: "Something went wrong with the locks",
    next: "Nothing was changed. Send only returned locks, and those of one facility at a time."
  }
}) {}

/** The company has no report with this id, or it is for a facility outside the user's. */
export class ReportNotFound extends defineProblem<ReportNotFound>()({
  tag: "ReportNotFound",
  status: 404,
  exit: "notFound",
  words: { error: "Report not found.", next: "Choose one from the report list." }
}) {}
