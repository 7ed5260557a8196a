import { LockIndex } from "#core/base/search/LockIndex.ts"
import type { Lock } from "#core/locks/Lock.ts"

/** How current the synced list is. */
export interface LockListState {
  /** `loading` the first time, `current` when the hub would tell of changes, `stale` when it or the server is away. */
  readonly phase: "empty" | "loading" | "current" | "stale"
  /** Locks in the list. */
  readonly size: number
  /** When the server was last asked with success, in epoch milliseconds; null before the first time. */
  readonly pulledAt: number | null
  /** Grows with every change of the list. */
  readonly revision: number
}

/** The company's locks in this tab, kept current by incremental pulls (being written). */
export class LockList {
  readonly index: LockIndex = LockIndex.of([])
  readonly state = (): LockListState => ({ phase: "empty", size: 0, pulledAt: null, revision: 0 })
  readonly subscribe =
    (_listener: () => void): (() => void) =>
    () =>
      undefined
  /** A lock of the list by its id. */
  lockOf(_lockID: number): Lock | undefined {
    return undefined
  }
  /** A lock of the list by the 8 digits of its serial code. */
  bySerial(_serialCode: string): Lock | undefined {
    return undefined
  }
  /** Asks for what has changed; several calls at once are one. */
  async pull(): Promise<void> {}
  /** Forgets everything: the session has ended. */
  clear(): void {}
}

export const lockList = new LockList()
