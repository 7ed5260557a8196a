import { useSyncExternalStore } from "react"
import type { Words } from "#core/api/problem.ts"
import { Watched } from "./Watched.ts"

/** Whether the server answers, as far as this tab knows. */
export interface ReachabilityState {
  readonly answers: boolean
  /** Since when it does not, in epoch milliseconds. */
  readonly awaySince: number | null
  /** The browser says that it has no network at all. */
  readonly offline: boolean
}

const state = new Watched<ReachabilityState>({ answers: true, awaySince: null, offline: false })

const set = (next: Omit<ReachabilityState, "awaySince">, at: number): void => {
  const before = state.get()
  if (before.answers === next.answers && before.offline === next.offline) return
  state.set({ ...next, awaySince: next.answers ? null : (before.awaySince ?? at) })
}

/** What is known of the server, from failed and answered calls, the hub, and the browser's own events. */
export const reachability = {
  state: state.get,
  subscribe: state.subscribe,
  /** The server has answered, whatever it said. */
  answered: (at: number): void => set({ answers: true, offline: false }, at),
  /** The server was asked and did not answer. */
  unanswered: (at: number): void => set({ answers: false, offline: state.get().offline }, at),
  /** The browser has lost its network. */
  wentOffline: (at: number): void => set({ answers: false, offline: true }, at),
  /** The browser has a network again; whether the server answers is not known before it was asked. */
  cameOnline: (at: number): void => set({ answers: state.get().answers, offline: false }, at),
  /** Why something that needs the server cannot be done now, or null when nothing is known against it. */
  whyNot: (): Words | null => {
    const { answers, offline } = state.get()
    if (answers) return null
    return offline
      ? { error: "This device is offline.", next: "Connect to the network. You can still look up locks." }
      : { error: "Can't reach the server.", next: "Try again in a moment. You can still look up locks." }
  }
}

/** Whether the server answers; a component that uses it follows. */
export const useReachability = (): ReachabilityState => useSyncExternalStore(state.subscribe, state.get)
