import { useSyncExternalStore } from "react"
import { now } from "./clock.ts"
import { type Inbox, keepInbox, keptInbox, type Notice } from "./noticesKept.ts"

export type { Notice }
export type NoticeKind = Notice["kind"]

/** Most toasts at once, how long each stays, in milliseconds (DECISIONS, The rest), and how many notices the inbox holds. */
export const toastLimits = { atOnce: 3, stay: 5000, inbox: 200 } as const

let inbox: Inbox = keptInbox()
let toasts: ReadonlyArray<Notice> = []
let last = inbox.notices[0]?.id ?? 0
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

/** Puts something into the inbox, where the documents swallow it silently (DECISIONS, The rest). */
export const note = (kind: NoticeKind, text: string, next?: string): Notice => {
  const notice: Notice = { id: ++last, kind, text, time: now(), ...(next === undefined ? {} : { next }) }
  setInbox({ ...inbox, notices: [notice, ...inbox.notices].slice(0, toastLimits.inbox) })
  changed()
  return notice
}

/**
 * Tells something. Only one error is a toast at a time (000 §8): a newer one takes the place of the older, since it tells of
 * what was done last. Every notice lands in the inbox, where the older one stays.
 */
export const toast = (kind: NoticeKind, text: string, next?: string): void => {
  const notice = note(kind, text, next)
  const staying = toasts.filter((each) => kind !== "error" || each.kind !== kind)
  toasts = [...staying, notice].slice(-toastLimits.atOnce)
  changed()
}

/** Tells something unless the same is being told already. */
export const toastOnce = (kind: NoticeKind, text: string, next?: string): void => {
  if (!toasts.some((each) => each.text === text)) toast(kind, text, next)
}

/** Takes a toast away; its notice stays in the inbox. */
export const dismiss = (id: number): void => {
  toasts = toasts.filter((each) => each.id !== id)
  changed()
}

/** Everything in the inbox has been seen. */
export const readNotices = (): void => {
  if (inbox.readUpTo === last) return
  setInbox({ ...inbox, readUpTo: last })
  changed()
}

/** Empties the inbox; toasts that are shown run out by themselves. */
export const clearNotices = (): void => {
  setInbox({ notices: [], readUpTo: last })
  changed()
}

/** Forgets everything: the session has ended. */
export const forgetNotices = (): void => {
  setInbox({ notices: [], readUpTo: last })
  toasts = []
  changed()
}

export const useToasts = (): ReadonlyArray<Notice> => useSyncExternalStore(subscribe, () => toasts)
export const useInbox = (): ReadonlyArray<Notice> => useSyncExternalStore(subscribe, () => inbox.notices)

/** How many notices nobody has looked at in the inbox. */
export const useUnread = (): number =>
  useSyncExternalStore(subscribe, () => inbox.notices.filter(({ id }) => id > inbox.readUpTo).length)
