import { Schema } from "effect"
import { readTab, writeTab } from "./storage.ts"

/** A notice: a toast for a while, and in the inbox until the session ends. */
export const Notice = Schema.Struct({
  id: Schema.Finite,
  kind: Schema.Literals(["default", "success", "warning", "error", "info"]),
  text: Schema.String,
  /** What to do about it. */
  next: Schema.optionalKey(Schema.String),
  /** Epoch milliseconds. */
  time: Schema.Finite,
  read: Schema.Boolean,
  /** Its id in the inbox on the server, where it came from there. */
  noticeID: Schema.optionalKey(Schema.Finite),
  /** The screen that shows more. */
  path: Schema.optionalKey(Schema.String),
  /** The company that the screen is of. */
  companyID: Schema.optionalKey(Schema.Finite)
})
export type Notice = typeof Notice.Type

/** Notices, newest first. */
const Inbox = Schema.Array(Notice)
export type Inbox = typeof Inbox.Type

const Kept = Schema.fromJsonString(Inbox)
const decode = Schema.decodeUnknownOption(Kept)
const encode = Schema.encodeSync(Kept)

/** What the inbox held before this tab was loaded again. */
export const keptInbox = (): Inbox => {
  const kept = decode(readTab("notices"))
  return kept._tag === "Some" ? kept.value : []
}

/** Keeps the inbox until the tab is closed or the session ends. Notices never hold a combination. */
export const keepInbox = (inbox: Inbox): void => {
  writeTab("notices", inbox.length === 0 ? null : encode(inbox))
}
