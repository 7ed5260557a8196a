import { Schema } from "effect"
import { CompanyId, NoticeId } from "#core/base/ids.ts"
import { readTab, writeTab } from "./storage.ts"

/** A notification: shown as a toast for a while, and kept in the inbox until the session ends. */
export const Notice = Schema.Struct({
  id: Schema.Finite,
  kind: Schema.Literals(["default", "success", "warning", "error", "info"]),
  text: Schema.String,
  /** The next step. */
  next: Schema.optionalKey(Schema.String),
  /** Epoch milliseconds. */
  time: Schema.Finite,
  read: Schema.Boolean,
  /** Its ID in the server's inbox, if it came from there. */
  noticeID: Schema.optionalKey(NoticeId),
  /** A screen with more details. */
  path: Schema.optionalKey(Schema.String),
  /** The company of that screen. */
  companyID: Schema.optionalKey(CompanyId)
})
export type Notice = typeof Notice.Type

/** Notifications, newest first. */
const Inbox = Schema.Array(Notice)
export type Inbox = typeof Inbox.Type

const Kept = Schema.fromJsonString(Inbox)
const decode = Schema.decodeUnknownOption(Kept)
const encode = Schema.encodeSync(Kept)

/** The inbox from before this tab was reloaded. */
export const keptInbox = (): Inbox => {
  const kept = decode(readTab("notices"))
  return kept._tag === "Some" ? kept.value : []
}

/** Stores the inbox until the tab closes or the session ends. Notifications never contain a combination. */
export const keepInbox = (inbox: Inbox): void => {
  writeTab("notices", inbox.length === 0 ? null : encode(inbox))
}
