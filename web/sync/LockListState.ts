import type { Words } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockPiece, PieceQuery } from "./askPiece.ts"
import type { LockKeeper } from "./LockKeeper.ts"
import type { WholePiece } from "./wholePiece.ts"

/** How up to date and complete the synced list is. */
export interface LockListState {
  /**
   * `loading` until the list is complete, `empty` if loading failed before that, `current` while the hub reports
   * changes, `stale` while the hub or the server is unreachable. The list is complete only if `current` or `stale`.
   */
  readonly phase: "empty" | "loading" | "current" | "stale"
  /** Number of locks in the list. Incomplete while loading. */
  readonly size: number
  /** Total number of locks, as counted by the server when loading began; null before that and once complete. */
  readonly total: number | null
  /** The stored list is being read. */
  readonly restoring: boolean
  /** The list was compared with the server since the page opened, or the server was unreachable. */
  readonly checked: boolean
  /** Last successful pull, in epoch milliseconds; null before the first. */
  readonly pulledAt: number | null
  /** Increases with every change of the list. */
  readonly revision: number
  /** Why the last pull failed; null if it succeeded. */
  readonly failure: Words | null
  /** The user may not see locks. `failure` says so, and nothing is requested. */
  readonly refused: boolean
}

/** Dependencies of the list, and its user. */
export interface LockListDeps {
  /** The user, whose permissions decide what is visible. */
  readonly user: LoggedInUser
  /** Requests the whole list after a cursor. The response may end before the list does. */
  readonly askWhole: (
    after: string | undefined,
    take: (piece: WholePiece) => Promise<void>,
    signal: AbortSignal
  ) => Promise<void>
  /** Requests a piece of the changes. */
  readonly ask: (query: PieceQuery, signal: AbortSignal) => Promise<LockPiece>
  /** Storage across reloads; null if there is none. */
  readonly keeper: LockKeeper | null
  /** Epoch milliseconds. */
  readonly now: () => number
}
