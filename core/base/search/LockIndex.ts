import type { LockId } from "#core/base/ids.ts"
import { type Block, type BlockReader, BlocksUnreadable } from "./blocks.ts"
import type { LockBatch } from "./LockBatch.ts"
import { LockColumns, type LockItem } from "./LockColumns.ts"
import { SlotOrder } from "./SlotOrder.ts"
import { rank } from "./tiers.ts"

const serialForm = /^\d{8}$/

const checked = (lock: LockItem): LockItem => {
  const { lockID, serialCode } = lock
  if (lockID >>> 0 !== lockID || !serialForm.test(serialCode)) throw new RangeError(`no lock: ${lockID} ${serialCode}`)
  return lock
}

/** 2 ** 21: a key with a 32-bit number is still an exact integer. */
const rowsInKey = 2_097_152

/** Rows sorted by their numbers; the sort is stable. */
const sortedBy = (rows: Uint32Array, numbers: Uint32Array): Uint32Array => {
  // Number and index are combined into one number, because numbers sort several times faster than objects.
  const keys = new Float64Array(rows.length)
  for (let place = 0; place < rows.length; place++) keys[place] = numbers[rows[place]!]! * rowsInKey + place
  keys.sort()
  const sorted = new Uint32Array(rows.length)
  for (let place = 0; place < rows.length; place++) sorted[place] = rows[keys[place]! % rowsInKey]!
  return sorted
}

/**
 * The synced list of locks, searchable on every keystroke: built once, then updated by lock or by batch as they are synced. The
 * results depend only on the locks, not on the order in which they were added.
 */
export class LockIndex {
  /** The columns for searching; change them only with `upsert` and `remove`. */
  readonly columns = new LockColumns()
  readonly #bySerial = new SlotOrder(
    (a, b) => this.columns.serial(a) - this.columns.serial(b) || this.columns.lockID[a]! - this.columns.lockID[b]!
  )
  readonly #byID = new SlotOrder((a, b) => this.columns.lockID[a]! - this.columns.lockID[b]!)
  readonly #free: Array<number> = []
  readonly #tables: [Uint8Array, Uint8Array] = [new Uint8Array(0), new Uint8Array(0)]
  #noMatches = new Uint8Array(0)
  #used = 0
  #revision = 0

  static of(locks: Iterable<LockItem>): LockIndex {
    const index = new LockIndex()
    index.upsert(locks)
    return index
  }

  get size(): number {
    return this.#bySerial.size
  }

  /** Changes with every update: a cache key for anything derived from the index. */
  get revision(): number {
    return this.#revision
  }

  /**
   * The size of the typed arrays (48 bytes per lock, 2 more after the first search) plus, at one byte per character, the
   * distinct texts.
   */
  get bytes(): number {
    const texts = this.columns.tables.reduce((sum, table) => sum + table.length, 0)
    const work = this.#tables[0].length + this.#tables[1].length
    return this.columns.bytes + this.#bySerial.bytes + this.#byID.bytes + work + texts
  }

  /** Slots by serial, then lockID: the order of lists (001 §4). Only the first `size` are valid. */
  get slots(): Uint32Array {
    return this.#bySerial.slots
  }

  /** The whole index, for `unpack`, which is much faster than adding the locks again. */
  pack(): ReadonlyArray<Block> {
    const orders = [this.#bySerial, this.#byID].map(({ slots, size }) => slots.slice(0, size))
    return [...orders, Uint32Array.from(this.#free), ...this.columns.pack(this.#used)]
  }

  /** Restores a packed index into this empty one. Throws `BlocksUnreadable`. */
  unpack(blocks: BlockReader): void {
    const bySerial = blocks.column(Uint32Array)
    const byID = blocks.column(Uint32Array, bySerial.length)
    this.#free.push(...blocks.column(Uint32Array))
    this.columns.unpack(blocks)
    this.#used = this.columns.lockID.length
    if (bySerial.length + this.#free.length !== this.#used) throw new BlocksUnreadable("a lock is missing")
    this.#bySerial.take(bySerial)
    this.#byID.take(byID)
    this.#revision++
  }

  /**
   * Adds locks or replaces them by lockID; the last of several with the same lockID wins. Works in one pass, so pass a
   * whole batch. An invalid `LockItem` throws a RangeError and nothing is changed.
   */
  upsert(locks: Iterable<LockItem>): void {
    const batch = new Map<LockId, LockItem>()
    for (const lock of locks) batch.set(checked(lock).lockID, lock)
    const moved: Array<[number, LockItem]> = []
    const added: Array<LockItem> = []
    for (const lock of batch.values()) {
      const slot = this.slotOf(lock.lockID)
      if (slot === undefined) added.push(lock)
      else if (this.columns.serialText(slot) !== lock.serialCode) moved.push([slot, lock])
      else this.#rewrite(slot, lock)
    }
    this.#bySerial.delete(moved.map(([slot]) => slot))
    for (const [slot, lock] of moved) this.#rewrite(slot, lock)
    const slots = this.#place(added)
    this.#byID.insert(slots)
    this.#bySerial.insert([...moved.map(([slot]) => slot), ...slots])
    this.#revision++
  }

  /** Makes room for this many locks at once, if it is known how many will be added: growing in steps copies every column. */
  reserve(size: number): void {
    this.columns.reserve(size)
    this.#bySerial.reserve(size)
    this.#byID.reserve(size)
  }

  /**
   * Adds locks `from` (inclusive) to `to` (exclusive) of a batch, or replaces them by lockID: many times faster than
   * `upsert`, for loading a list. At most 2,097,152 at once; returns the slot of each.
   */
  append(batch: LockBatch, from: number, to: number): Uint32Array {
    this.#remove(batch.lockID.subarray(from, to))
    const unsorted = new Uint32Array(to - from)
    for (let nth = 0; nth < unsorted.length; nth++) unsorted[nth] = from + nth
    const byID = sortedBy(unsorted, batch.lockID)
    // Written in serial order, so that a search reads memory sequentially.
    const rows = sortedBy(byID, batch.serial)
    this.columns.reserve(this.#used + Math.max(0, rows.length - this.#free.length))
    const slots = rows.map(() => this.#free.pop() ?? this.#used++)
    this.columns.writeBatch(slots, batch, rows)
    const slotOfRow = new Uint32Array(to - from)
    rows.forEach((row, nth) => (slotOfRow[row - from] = slots[nth]!))
    this.#bySerial.insertSorted(slots)
    this.#byID.insertSorted(byID.map((row) => slotOfRow[row - from]!))
    this.#revision++
    return slotOfRow
  }

  /** Removes locks by lockID; unknown ones are ignored. */
  remove(lockIDs: Iterable<LockId>): void {
    this.#remove(lockIDs)
  }

  #remove(lockIDs: Iterable<number>): void {
    const found = new Set<number>()
    for (const lockID of lockIDs) {
      const slot = this.#slotOf(lockID)
      if (slot !== undefined) found.add(slot)
    }
    const slots = [...found]
    this.#bySerial.delete(slots)
    this.#byID.delete(slots)
    for (const slot of slots) {
      this.columns.release(slot)
      this.#free.push(slot)
    }
    this.#revision++
  }

  /**
   * The lock with exactly this serial, in O(log n). Undefined if there is none or if several have it: a command must
   * not guess which one was meant.
   */
  bySerial(serial: string): LockId | undefined {
    if (!serialForm.test(serial)) return undefined
    const [from, to] = this.serialRange(Number(serial), Number(serial))
    const slot = this.#bySerial.at(from)
    return to - from === 1 && slot !== undefined ? this.columns.lock(slot) : undefined
  }

  /** The stored fields of a lock, or undefined. */
  get(lockID: LockId): Required<LockItem> | undefined {
    return this.byNumber(lockID)
  }

  /** The same by a number out of the column of IDs. */
  byNumber(lockID: number): Required<LockItem> | undefined {
    const slot = this.#slotOf(lockID)
    return slot === undefined ? undefined : this.columns.read(slot)
  }

  /** The range of positions in `slots` (end exclusive) with serials from `low` to `high` (inclusive). */
  serialRange(low: number, high: number): readonly [number, number] {
    const before = (serial: number) => this.#bySerial.lowerBound((slot) => this.columns.serial(slot) - serial)
    return [before(low), before(high + 1)]
  }

  /** The position of a slot in `slots`. */
  positionOf(slot: number): number {
    return this.#bySerial.positionOf(slot)
  }

  /**
   * One of two reusable byte tables for a search, filled with `value`. Allocating a megabyte per keystroke (for a
   * million locks) would keep the garbage collector busy.
   */
  workTable(which: 0 | 1, length: number, value: number): Uint8Array {
    if (this.#tables[which].length < length) this.#tables[which] = new Uint8Array(this.columns.lockID.length)
    return this.#tables[which].subarray(0, length).fill(value)
  }

  /** A read-only byte table in which no text matches. */
  noMatches(length: number): Uint8Array {
    if (this.#noMatches.length < length) this.#noMatches = new Uint8Array(length * 2).fill(rank.none)
    return this.#noMatches
  }

  slotOf(lockID: LockId): number | undefined {
    return this.#slotOf(lockID)
  }

  #slotOf(lockID: number): number | undefined {
    const slot = this.#byID.at(this.#byID.lowerBound((other) => this.columns.lockID[other]! - lockID))
    return slot !== undefined && this.columns.lockID[slot] === lockID ? slot : undefined
  }

  #rewrite(slot: number, lock: LockItem): void {
    this.columns.release(slot)
    this.columns.write(slot, lock)
  }

  /** Writes new locks into slots in serial order, so that a search reads memory sequentially. */
  #place(locks: ReadonlyArray<LockItem>): ReadonlyArray<number> {
    this.columns.reserve(this.#used + Math.max(0, locks.length - this.#free.length))
    return locks
      .toSorted((one, other) => Number(one.serialCode) - Number(other.serialCode))
      .map((lock) => {
        const slot = this.#free.pop() ?? this.#used++
        this.columns.write(slot, lock)
        return slot
      })
  }
}
