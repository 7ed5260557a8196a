import { useSyncExternalStore } from "react"

export type NoticeKind = "default" | "success" | "warning" | "error" | "info"

/** Something a person is told: as a toast for a while, and in the inbox until the session ends. */
export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  /** What to do about it. */
  readonly next?: string
  /** Epoch milliseconds. */
  readonly time: number
}

/** Most toasts at once, and how long each stays, in milliseconds (DECISIONS, The rest). */
export const toastLimits = { atOnce: 3, stay: 5000 } as const

let inbox: ReadonlyArray<Notice> = []
let toasts: ReadonlyArray<Notice> = []
let last = 0
const listeners = new Set<() => void>()

const changed = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells something. Only one error is a toast at a time (000 §8); every notice lands in the inbox. */
export const toast = (kind: NoticeKind, text: string, next?: string): void => {
  const notice: Notice = {
    id: ++last,
    kind,
    text,
    time: performance.timeOrigin + performance.now(),
    ...(next === undefined ? {} : { next })
  }
  inbox = [notice, ...inbox]
  if (kind !== "error" || !toasts.some((each) => each.kind === "error")) {
    toasts = [...toasts, notice].slice(-toastLimits.atOnce)
  }
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

/** Forgets everything: the session has ended. */
export const forgetNotices = (): void => {
  inbox = []
  toasts = []
  changed()
}

export const useToasts = (): ReadonlyArray<Notice> => useSyncExternalStore(subscribe, () => toasts)
export const useInbox = (): ReadonlyArray<Notice> => useSyncExternalStore(subscribe, () => inbox)
