import { useSyncExternalStore } from "react"
import type { Words } from "#core/api/problem.ts"
import { Watched } from "./Watched.ts"

/** Whether the server responds, as far as this tab knows. */
export interface ReachabilityState {
  readonly answers: boolean
  /** Since when it hasn't responded, in epoch milliseconds. */
  readonly awaySince: number | null
  /** The browser reports no network. */
  readonly offline: boolean
}

const state = new Watched<ReachabilityState>({ answers: true, awaySince: null, offline: false })

const set = (next: Omit<ReachabilityState, "awaySince">, at: number): void => {
  const before = state.get()
  if (before.answers === next.answers && before.offline === next.offline) return
  state.set({ ...next, awaySince: next.answers ? null : (before.awaySince ?? at) })
}

/** Tracks the server's state from calls, the hub, and the browser's online and offline events. */
export const reachability = {
  state: state.get,
  subscribe: state.subscribe,
  /** The server responded, with whatever status. */
  answered: (at: number): void => set({ answers: true, offline: false }, at),
  /** A request got no response. */
  unanswered: (at: number): void => set({ answers: false, offline: state.get().offline }, at),
  /** The browser went offline. */
  wentOffline: (at: number): void => set({ answers: false, offline: true }, at),
  /** The browser is back online. Whether the server responds is unknown until the next request. */
  cameOnline: (at: number): void => set({ answers: state.get().answers, offline: false }, at),
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
