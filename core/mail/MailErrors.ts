import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"
import { MailId } from "./Mail.ts"

/** The outbox has no such message for this user. */
export class MailNotFound extends Schema.TaggedError<MailNotFound>()(
  "MailNotFound",
  { ...problemFields, data: Schema.Struct({ mailID: MailId }) },
  { httpApiStatus: 404 }
) {}
