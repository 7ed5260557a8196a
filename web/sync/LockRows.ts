import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import { type Block, BlockReader } from "#core/base/search/blocks.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { lockItem, lockOfItem } from "./lockItem.ts"
import { wholeBatch } from "./wholeBatch.ts"
import type { WholePiece } from "./wholePiece.ts"

/** Locks to add between two checks of the clock: a few milliseconds, even with a million already there. */
const sliceSize = 2_000

/** Locks to make room for before they arrive: a wrong total must not use up the memory. */
const mostReserved = 1_000_000

/**
 * The synced locks in memory: the search index, plus the two fields the index doesn't need. Locks aren't stored as
 * objects; `lockOf` builds one from the columns.
 */
export class LockRows {
  readonly index = LockIndex.of([])
  #colors = new Int32Array(0)
  #views = new Int32Array(0)

  /** Merges locks by lockID with the fields `user` may see. Removes inactive ones and those in `left`. */
  merge(locks: ReadonlyArray<Lock>, left: ReadonlyArray<LockId>, user: LoggedInUser): void {
    this.#take(locks, user)
    if (left.length > 0) this.index.remove(left)
  }

  /**
   * Adds the locks of a piece of the whole list, with the fields `user` may see, a few at a time. Throws
   * `PieceUnreadable`. The rows are usable after each step.
   */
  *append(piece: WholePiece, user: LoggedInUser): Generator<void> {
    this.index.reserve(Math.min(piece.head.total ?? 0, mostReserved))
    const batch = wholeBatch(piece, user)
    for (let from = 0; from < piece.head.count; from += sliceSize) {
      const to = Math.min(from + sliceSize, piece.head.count)
      const slots = this.index.append(batch, from, to)
      this.#reserve(this.index.columns.lockID.length)
      slots.forEach((slot, nth) => {
        this.#colors[slot] = piece.color[from + nth]!
        this.#views[slot] = piece.views[from + nth]!
      })
      yield
    }
  }

  /** Everything as blocks for storage. */
  pack(): ReadonlyArray<Block> {
    const index = this.index.pack()
    const { length } = this.index.columns.lockID
    return [this.#colors.slice(0, length), this.#views.slice(0, length), ...index]
  }

  /** Restores packed locks. Throws `BlocksUnreadable`. */
  static unpack(kept: ReadonlyArray<unknown>): LockRows {
    const rows = new LockRows()
    const blocks = new BlockReader(kept)
    rows.#colors = blocks.column(Int32Array)
    rows.#views = blocks.column(Int32Array, rows.#colors.length)
    rows.index.unpack(blocks)
    return rows
  }

  lockOf(lockID: LockId): Lock | undefined {
    const slot = this.index.slotOf(lockID)
    if (slot === undefined) return undefined
    const beside = { color: this.#colors[slot] ?? 0, viewCount: this.#views[slot] ?? 0 }
    return lockOfItem(this.index.columns.read(slot), beside)
  }

  #take(locks: ReadonlyArray<Lock>, user: LoggedInUser): void {
    const latest = [...new Map(locks.map((lock) => [lock.lockID, lock])).values()]
    const active = latest.filter((lock) => lock.isActive)
    const gone = latest.filter((lock) => !lock.isActive)
    if (gone.length > 0) this.index.remove(gone.map(({ lockID }) => lockID))
    if (active.length === 0) return
    this.index.upsert(active.map((lock) => lockItem(lock, user)))
    this.#reserve(this.index.columns.lockID.length)
    for (const { lockID, color, viewCount } of active) {
      const slot = this.index.slotOf(lockID)
      if (slot === undefined) continue
      this.#colors[slot] = color
      this.#views[slot] = viewCount
    }
  }

  #reserve(size: number): void {
    if (size <= this.#colors.length) return
    const [colors, views] = [this.#colors, this.#views]
    this.#colors = new Int32Array(size)
    this.#colors.set(colors)
    this.#views = new Int32Array(size)
    this.#views.set(views)
  }
}
