import type { Words } from "#core/api/problem.ts"
import type { LockListState } from "./LockListState.ts"

/** Whether the list has every lock. Only then does a missing lock mean that the company doesn't have it. */
export const isWhole = ({ phase }: LockListState): boolean => phase === "current" || phase === "stale"

/** Loading progress of the synced list, for lists. */
export interface LocksComing {
  readonly loaded: number
  readonly total: number | null
  readonly failure: Words | null
}

/** Loading progress of the list, or null once complete. */
export const locksComing = (state: LockListState): LocksComing | null =>
  isWhole(state)
    ? null
    : { loaded: state.size, total: state.total, failure: state.phase === "empty" ? state.failure : null }

/** Whether the list is complete and was compared with the server since the page opened. */
export const isReady = (state: LockListState): boolean => isWhole(state) && state.checked
