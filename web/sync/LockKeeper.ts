import type { Block } from "#core/base/search/blocks.ts"

/** Whose list is stored, and its cursor. */
export interface KeptPlace {
  readonly owner: string
  readonly lastPulled?: string
  readonly after?: string
  /** Last successful pull, in epoch milliseconds; null if the first one hasn't finished. */
  readonly pulledAt: number | null
  /** Total number of locks while the list is loading, as counted by the server when loading began. */
  readonly total?: number
}

/** The stored data can't be read. */
export class KeptUnreadable extends Error {}

/**
 * Stores one synced list across reloads: once complete, the whole list as blocks, and the parts received after it, in
 * order. It holds one list at a time, so opening another owner's finds nothing. Without storage, all methods do
 * nothing.
 */
export interface LockKeeper {
  /** What is stored for this owner; null if nothing, in which case data of other owners is deleted. */
  readonly open: (owner: string) => Promise<KeptPlace | null>
  /** Blocks of the opened list; null if it was never complete. Fails with `KeptUnreadable`. */
  readonly whole: () => Promise<ReadonlyArray<unknown> | null>
  /** Parts stored after the blocks. Fails with `KeptUnreadable`. */
  readonly parts: () => AsyncIterable<unknown>
  /**
   * Appends parts (each a JSON text) and the new cursor atomically. Does nothing if another tab stored something
   * since: only one tab writes, and the others leave it to that one.
   */
  readonly append: (place: KeptPlace, parts: ReadonlyArray<string>) => Promise<void>
  /** Replaces everything stored with a whole list, under the same conditions. */
  readonly replace: (place: KeptPlace, whole: ReadonlyArray<Block>) => Promise<void>
  /** Deletes what is stored for this owner. */
  readonly wipe: (owner: string) => Promise<void>
}
