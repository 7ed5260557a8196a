import { Schema } from "effect"
import { CompanyId, Instant } from "#core/base/ids.ts"

export const NoticeId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({
  title: "noticeID"
})

export const noticeKinds = ["success", "warning"] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A notice in a person's inbox. It never holds a combination or another secret. */
export const Notice = Schema.Struct({
  noticeID: NoticeId,
  kind: Schema.Literals(noticeKinds),
  message: Schema.String,
  /** What to do about it. */
  next: Schema.NullOr(Schema.String),
  /** The screen that shows more: a path of the console. */
  path: Schema.NullOr(Schema.String),
  /** The company it is about; null for an announcement. */
  companyID: Schema.NullOr(CompanyId),
  companyName: Schema.NullOr(Schema.String),
  createdOn: Instant,
  readOn: Schema.NullOr(Instant)
})
export type Notice = typeof Notice.Type
