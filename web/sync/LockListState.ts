import type { Words } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockPiece, PieceQuery } from "./askPiece.ts"
import type { LockKeeper } from "./LockKeeper.ts"
import type { WholePiece } from "./wholePiece.ts"

/** How current and how complete the synced list is. */
export interface LockListState {
  /**
   * `loading` until the whole list is here, `empty` when loading failed before that, `current` when the hub would report
   * changes, `stale` when it or the server is away. Only a list that is `current` or `stale` is whole.
   */
  readonly phase: "empty" | "loading" | "current" | "stale"
  /** Locks in the list. Fewer than there are while it is not whole. */
  readonly size: number
  /** Locks of the whole list, as the server counted them when loading began; null before that and once it is whole. */
  readonly total: number | null
  /** The list kept by this browser is being read. */
  readonly restoring: boolean
  /** The server was asked for changes since the page was opened, or could not be reached. */
  readonly checked: boolean
  /** When the server was last asked with success, in epoch milliseconds; null before the first time. */
  readonly pulledAt: number | null
  /** Grows with every change of the list. */
  readonly revision: number
  /** Why the last pull did not succeed; null when it did. */
  readonly failure: Words | null
  /** The user may not see locks: `failure` says so, and nothing is asked for. */
  readonly refused: boolean
}

/** What the list is filled from, and for whom. */
export interface LockMeans {
  /** Whose eyes see the locks. */
  readonly user: LoggedInUser
  /** Asks for the whole list from a cursor on; an answer may end before the list does. */
  readonly askWhole: (
    after: string | undefined,
    take: (piece: WholePiece) => Promise<void>,
    signal: AbortSignal
  ) => Promise<void>
  /** Asks for a piece of what has changed. */
  readonly ask: (query: PieceQuery, signal: AbortSignal) => Promise<LockPiece>
  /** Where the list outlives a reload; null where nothing can be kept. */
  readonly keeper: LockKeeper | null
  /** Epoch milliseconds. */
  readonly now: () => number
}
