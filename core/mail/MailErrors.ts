import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"
import { MailId } from "./Mail.ts"

/** The message has no file, or its file was deleted after sending. */
export class MailFileNotFound extends defineProblem<MailFileNotFound>()({
  tag: "MailFileNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ mailID: MailId }),
  words: (data) => ({
    error: `Message ${data.mailID} has no attachment here.`,
    next: "Files are deleted once a message is sent. Look in the recipient's mailbox."
  })
}) {}

/** The user's outbox has no such message. */
export class MailNotFound extends defineProblem<MailNotFound>()({
  tag: "MailNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ mailID: MailId }),
  words: (data) => ({
    error: `The outbox has no message ${data.mailID}.`,
    next: "See the outbox for your company's messages."
  })
}) {}
