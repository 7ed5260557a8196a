import { useSyncExternalStore } from "react"
import type { CompanyId, NoticeId } from "#core/base/ids.ts"
import { now } from "./clock.ts"
import { session } from "./Session.ts"
import { type Inbox, keepInbox, keptInbox, type Notice } from "./noticesKept.ts"

export type { Notice }
export type NoticeKind = Notice["kind"]

/** Most toasts at once, how long each stays in milliseconds (DECISIONS, The rest), and the inbox's capacity. */
export const toastLimits = { atOnce: 3, stay: 5000, inbox: 200 } as const

let inbox: Inbox = keptInbox()
let toasts: ReadonlyArray<Notice> = []
let last = Math.max(0, ...inbox.map(({ id }) => id))
const listeners = new Set<() => void>()

const changed = (): void => {
  for (const listener of listeners) listener()
}

const setInbox = (next: Inbox): void => {
  inbox = next
  keepInbox(next)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A notification from the inbox on the server. */
export interface ServerNotice {
  readonly noticeID: NoticeId
  readonly kind: NoticeKind
  readonly text: string
  readonly next?: string | undefined
  readonly path?: string | undefined
  /** The company it is about. */
  readonly companyID?: CompanyId | undefined
  /** Epoch milliseconds. */
  readonly time: number
}

/** Whether the inbox is at its limit, so that older notifications may have been dropped. */
export const inboxFull = (notices: Inbox): boolean => notices.length >= toastLimits.inbox

const add = (notices: ReadonlyArray<Notice>): void => {
  const newestFirst = [...notices, ...inbox].toSorted((one, other) => other.time - one.time || other.id - one.id)
  setInbox(newestFirst.slice(0, toastLimits.inbox))
}

/** Adds a notification to the inbox without a toast, for what the documents drop silently (DECISIONS, The rest). */
export const note = (kind: NoticeKind, text: string, next?: string, path?: string): Notice => {
  const { user } = session
  const notice: Notice = {
    id: ++last,
    kind,
    text,
    time: now(),
    read: false,
    ...(next === undefined ? {} : { next }),
    ...(path === undefined || user === null ? {} : { path, companyID: user.companyID })
  }
  add([notice])
  changed()
  return notice
}

const show = (notice: Notice): void => {
  const same = (each: Notice): boolean => each.text === notice.text && each.next === notice.next
  const staying = toasts.filter((each) => !same(each) && (notice.kind !== "error" || each.kind !== notice.kind))
  toasts = [...staying, notice].slice(-toastLimits.atOnce)
  changed()
}

/**
 * Shows a toast, which links to the screen at `path`. Only one error toast is shown at a time (000 §8): a newer one replaces it because it is about the
 * latest action. A repeated text replaces the earlier toast. Every notification also goes to the inbox, where older
 * ones stay.
 */
export const toast = (...about: Parameters<typeof note>): void => show(note(...about))

/** Shows a toast unless the same text is already shown. */
export const toastOnce = (kind: NoticeKind, text: string, next?: string): void => {
  if (!toasts.some((each) => each.text === text)) toast(kind, text, next)
}

const fromServer = ({ noticeID, kind, text, next, path, companyID, time }: ServerNotice): Notice => ({
  id: ++last,
  noticeID,
  kind,
  text,
  time,
  read: false,
  ...(next === undefined ? {} : { next }),
  ...(path === undefined ? {} : { path }),
  ...(companyID === undefined ? {} : { companyID })
})

/** Whether a notification is about the company this tab acts for. */
export const isOfCompanyHere = ({ companyID }: Pick<ServerNotice, "companyID">): boolean =>
  companyID === undefined || companyID === session.user?.companyID

const isHere = ({ noticeID }: ServerNotice): boolean => inbox.some((each) => each.noticeID === noticeID)

/** Paths, or how texts begin, of the server's notifications about what this tab does and shows itself. */
export const shownHere = new Set<string>()

/** Handles a notification pushed by the hub: shows a toast, unless its screen is already open or this tab shows the same. */
export const arrived = (given: ServerNotice): void => {
  if (isHere(given)) return
  const notice = fromServer(given)
  add([notice])
  const isHereNow = given.path === location.pathname && isOfCompanyHere(given)
  const shown = [...shownHere].find((each) => each === given.path || given.text.startsWith(each))
  if (shownHere.delete(shown ?? "") || isHereNow) changed()
  else show(notice)
}

/** Merges the server's unread notifications: adds new ones, and marks those read elsewhere as read. */
export const received = (unread: ReadonlyArray<ServerNotice>): void => {
  const ids = new Set(unread.map(({ noticeID }) => noticeID))
  add(unread.filter((each) => !isHere(each)).map(fromServer))
  setInbox(inbox.map((each) => (each.noticeID === undefined ? each : { ...each, read: !ids.has(each.noticeID) })))
  changed()
}

/** Removes a toast. Its notification stays in the inbox. */
export const dismiss = (id: number): void => {
  toasts = toasts.filter((each) => each.id !== id)
  changed()
}

/** The ID of the newest notification. */
export const newestNotice = (): number => last

/** Removes the toast with the first result after that notification, unless it is an error, because its change is being undone. */
export const withdrawResult = (since: number): void => {
  const result = inbox.findLast(({ id, noticeID }) => id > since && noticeID === undefined)
  if (result !== undefined && result.kind !== "error") dismiss(result.id)
}

/** Marks the whole inbox as read. Returns the ID of the newest unread server notification, or null. */
export const readInbox = (): NoticeId | null => {
  const unread = inbox.filter(({ read }) => !read)
  if (unread.length === 0) return null
  setInbox(inbox.map((each) => ({ ...each, read: true })))
  changed()
  const ids = unread.flatMap(({ noticeID }) => noticeID ?? [])
  return ids.toSorted((a, b) => b - a)[0] ?? null
}

/** Empties the inbox. Visible toasts expire as usual. */
export const clearNotices = (): void => {
  setInbox([])
  changed()
}

/** Drops all notifications when the session ends. */
export const forgetNotices = (): void => {
  toasts = []
  shownHere.clear()
  clearNotices()
}

export const useToasts = (): ReadonlyArray<Notice> => useSyncExternalStore(subscribe, () => toasts)
export const useInbox = (): ReadonlyArray<Notice> => useSyncExternalStore(subscribe, () => inbox)

/** Number of unread notifications. */
export const useUnread = (): number => useSyncExternalStore(subscribe, () => inbox.filter(({ read }) => !read).length)
