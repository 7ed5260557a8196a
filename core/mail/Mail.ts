import { Schema } from "effect"
import { Instant } from "#core/base/ids.ts"

export const MailId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({
  title: "mailID"
})

/** A message in the local outbox (DECISIONS, The rest). `body` is plain text and may hold a one-time address. */
export const Mail = Schema.Struct({
  mailID: MailId,
  to: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  createdOn: Instant
})
export type Mail = typeof Mail.Type
