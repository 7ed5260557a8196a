import { Schema } from "effect"
import { CompanyId, Instant, NoticeId } from "#core/base/ids.ts"

export const noticeKinds = ["success", "warning"] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A notice in a person's inbox. It never contains a combination or another secret. */
export const Notice = Schema.Struct({
  noticeID: NoticeId,
  kind: Schema.Literals(noticeKinds),
  message: Schema.String,
  /** The suggested next step. */
  next: Schema.NullOr(Schema.String),
  /** The path of the console screen that shows more. */
  path: Schema.NullOr(Schema.String),
  /** The company concerned; null for an announcement. */
  companyID: Schema.NullOr(CompanyId),
  companyName: Schema.NullOr(Schema.String),
  createdOn: Instant,
  readOn: Schema.NullOr(Instant)
})
export type Notice = typeof Notice.Type
