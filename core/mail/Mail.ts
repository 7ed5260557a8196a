import { Schema } from "effect"
import { Instant } from "#core/base/ids.ts"

export const MailId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({
  title: "mailID"
})

/**
 * Where a message is. `kept` stays in the outbox, because no mail provider is set up; `waiting` is sent, or tried again, by
 * the server; `sent` was taken by the provider; `failed` is given up.
 */
export const mailStates = ["kept", "waiting", "sent", "failed"] as const
export type MailState = (typeof mailStates)[number]

/**
 * A message of the outbox (DECISIONS, The rest). `body` is plain text, with a one-time link in it only for its recipient and
 * for Super Admins. It is null once the message was sent.
 */
export const Mail = Schema.Struct({
  mailID: MailId,
  to: Schema.String,
  subject: Schema.String,
  body: Schema.NullOr(Schema.String),
  /** The name of the file that goes with it, as long as it is kept here; null without one, and once it was sent. */
  attachment: Schema.NullOr(Schema.String),
  createdOn: Instant,
  state: Schema.Literals(mailStates),
  /** How often it was handed to the provider, or was going to be when the server ended. */
  attempts: Schema.Int,
  /** When it is tried next. */
  nextOn: Schema.NullOr(Instant),
  sentOn: Schema.NullOr(Instant),
  /** Why the last attempt came to nothing, as the provider said. */
  failure: Schema.NullOr(Schema.String)
})
export type Mail = typeof Mail.Type
