import { Schema } from "effect"
import { readTab, writeTab } from "./storage.ts"

/** Something a person is told: as a toast for a while, and in the inbox until the session ends. */
export const Notice = Schema.Struct({
  id: Schema.Finite,
  kind: Schema.Literals(["default", "success", "warning", "error", "info"]),
  text: Schema.String,
  /** What to do about it. */
  next: Schema.optionalKey(Schema.String),
  /** Epoch milliseconds. */
  time: Schema.Finite
})
export type Notice = typeof Notice.Type

/** What has been told, newest first, and the id up to which somebody has looked at it. */
const Inbox = Schema.Struct({ readUpTo: Schema.Finite, notices: Schema.Array(Notice) })
export type Inbox = typeof Inbox.Type

const Kept = Schema.fromJsonString(Inbox)
const decode = Schema.decodeUnknownOption(Kept)
const encode = Schema.encodeSync(Kept)

/** What the inbox held before this tab was loaded again. */
export const keptInbox = (): Inbox => {
  const kept = decode(readTab("notices"))
  return kept._tag === "Some" ? kept.value : { readUpTo: 0, notices: [] }
}

/** Keeps the inbox until the tab is closed or the session ends. Notices never hold a combination. */
export const keepInbox = (inbox: Inbox): void => {
  writeTab("notices", inbox.notices.length === 0 ? null : encode(inbox))
}
