import { Schema } from "effect"
import { Instant, rowId } from "#core/base/ids.ts"

export const MailId = rowId("mailID")
export type MailId = typeof MailId.Type

/**
 * The states of a message. `kept` stays in the outbox because no mail provider is configured; `waiting` will be sent or
 * retried; `sent` was accepted by the provider; `failed` was given up.
 */
export const mailStates = ["kept", "waiting", "sent", "failed"] as const

/**
 * A message in the outbox (DECISIONS, The rest). `body` is plain text; a one-time link is included only for its
 * recipient and for Super Admins. It is null once the message was sent.
 */
export const Mail = Schema.Struct({
  mailID: MailId,
  to: Schema.String,
  subject: Schema.String,
  body: Schema.NullOr(Schema.String),
  /** The name of the attached file while it is stored; null without one, and after it was sent. */
  attachment: Schema.NullOr(Schema.String),
  createdOn: Instant,
  state: Schema.Literals(mailStates),
  /** The number of attempts, including one that was interrupted when the server stopped. */
  attempts: Schema.Int,
  /** The time of the next attempt. */
  nextOn: Schema.NullOr(Instant),
  sentOn: Schema.NullOr(Instant),
  /** Why the last attempt failed, as reported by the provider. */
  failure: Schema.NullOr(Schema.String)
})
export type Mail = typeof Mail.Type
