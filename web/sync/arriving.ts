import type { Words } from "#core/api/problem.ts"
import type { LockListState } from "./LockListState.ts"

/** Whether every lock is in the list: only then is a lock that is not found there no lock of the company. */
export const isWhole = ({ phase }: LockListState): boolean => phase === "current" || phase === "stale"

/** What is still loading of the synced list, as lists show it. */
export interface LocksComing {
  readonly loaded: number
  readonly total: number | null
  readonly failure: Words | null
}

/** How much of the list is here, or null once it is whole. */
export const locksComing = (state: LockListState): LocksComing | null =>
  isWhole(state)
    ? null
    : { loaded: state.size, total: state.total, failure: state.phase === "empty" ? state.failure : null }

/** Whether the list is whole and was compared with the server since the page was opened. */
export const isReady = (state: LockListState): boolean => isWhole(state) && state.checked
