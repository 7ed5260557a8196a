import type { Block } from "#core/base/search/blocks.ts"

/** Whose list is kept, and how far it goes. */
export interface KeptPlace {
  readonly owner: string
  readonly lastPulled?: string
  readonly after?: string
  /** When the server was last asked with success, in epoch milliseconds; null when the first pull was not finished. */
  readonly pulledAt: number | null
  /** Locks of the whole list while it is loading, as the server counted them when it began. */
  readonly total?: number
}

/** What was kept cannot be read back. */
export class KeptUnreadable extends Error {}

/**
 * Keeps one synced list over a reload: the whole list as blocks, once there is one, and the parts that came after it, in the
 * order in which they came. One list at a time: whoever opens another one finds nothing. Where nothing can be kept,
 * everything here does nothing.
 */
export interface LockKeeper {
  /** What is kept for this owner; null when that is nothing, and then what is kept for others goes. */
  readonly open: (owner: string) => Promise<KeptPlace | null>
  /** The blocks of the list that was opened; null when it was never whole. Fails with `KeptUnreadable`. */
  readonly whole: () => Promise<ReadonlyArray<unknown> | null>
  /** The parts that came after, as they were kept. Fails with `KeptUnreadable`. */
  readonly parts: () => AsyncIterable<unknown>
  /**
   * Adds parts (each a JSON text) and says how far the list goes now, both or neither. Does nothing when another tab
   * has kept something since: one tab keeps, the others leave it to that one.
   */
  readonly append: (place: KeptPlace, parts: ReadonlyArray<string>) => Promise<void>
  /** Keeps a whole list in place of all that was kept, under the same conditions. */
  readonly replace: (place: KeptPlace, whole: ReadonlyArray<Block>) => Promise<void>
  /** Removes what is kept for this owner. */
  readonly wipe: (owner: string) => Promise<void>
}
