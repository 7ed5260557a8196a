import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"
import { MailId } from "./Mail.ts"

/** The outbox has no such message for this user. */
export class MailNotFound extends defineProblem<MailNotFound>()({
  tag: "MailNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ mailID: MailId }),
  words: (data) => ({
    error: `The outbox has no message ${data.mailID}.`,
    next: "List the outbox to see the messages of your company."
  })
}) {}
