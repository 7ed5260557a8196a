import { useSyncExternalStore } from "react"
import type { Words } from "#core/api/problem.ts"
import { Watched } from "./Watched.ts"

/** Whether the server responds, as far as this tab knows. */
export interface ReachabilityState {
  readonly answers: boolean
  /** The browser reports no network. */
  readonly offline: boolean
}

const state = new Watched<ReachabilityState>({ answers: true, offline: false })

const set = (answers: boolean, offline: boolean): void => {
  const before = state.get()
  if (before.answers !== answers || before.offline !== offline) state.set({ answers, offline })
}

/** Tracks the server's state from calls, the hub, and the browser's online and offline events. */
export const reachability = {
  state: state.get,
  subscribe: state.subscribe,
  /** The server responded, with whatever status. */
  answered: (): void => set(true, false),
  /** A request got no response. Asks the browser, as a late response may have ended the offline state. */
  unanswered: (): void => set(false, !navigator.onLine),
  /** The browser went offline. */
  wentOffline: (): void => set(false, true),
  /** The browser is back online. Whether the server responds is unknown until the next request. */
  cameOnline: (): void => set(state.get().answers, false),
  /** Why something that needs the server can't be done now; null if the server seems reachable. */
  whyNot: (): Words | null => {
    const { answers, offline } = state.get()
    if (answers) return null
    return offline
      ? { error: "This device is offline.", next: "Connect to the network. You can still look up locks." }
      : { error: "Can't reach the server.", next: "Try again in a moment. You can still look up locks." }
  }
}

/** The current state; re-renders on changes. */
export const useReachability = (): ReachabilityState => useSyncExternalStore(state.subscribe, state.get)
