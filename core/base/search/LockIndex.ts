import { type Block, type BlockReader, BlocksUnreadable } from "./blocks.ts"
import type { LockBatch } from "./LockBatch.ts"
import { LockColumns, type LockItem } from "./LockColumns.ts"
import { SlotOrder } from "./SlotOrder.ts"
import { rank } from "./tiers.ts"

const serialForm = /^\d{8}$/

/** 2 ** 26: with a serial of up to 27 bits, a key still is an exact integer. */
const placesInKey = 67_108_864

const checked = (lock: LockItem): LockItem => {
  if (!serialForm.test(lock.serialCode)) throw new RangeError(`lock ${lock.lockID}: a serial has 8 digits`)
  if (!Number.isInteger(lock.lockID) || lock.lockID < 0 || lock.lockID > 0xffff_ffff) {
    throw new RangeError(`${lock.lockID} is no lockID`)
  }
  return lock
}

/** 2 ** 21: with a number of 32 bits, a key still is an exact integer. */
const rowsInKey = 2_097_152

/** Rows in the order of their numbers; of equal ones, the first is first. */
const sortedBy = (rows: Uint32Array, numbers: Uint32Array): Uint32Array => {
  // A number and a place share one number, and numbers sort several times faster than objects do.
  const keys = new Float64Array(rows.length)
  for (let place = 0; place < rows.length; place++) keys[place] = numbers[rows[place]!]! * rowsInKey + place
  keys.sort()
  const sorted = new Uint32Array(rows.length)
  for (let place = 0; place < rows.length; place++) sorted[place] = rows[keys[place]! % rowsInKey]!
  return sorted
}

/**
 * The synced list of locks, made to be searched at every keystroke: built once, then changed lock by lock or batch by
 * batch as the sync brings them. What it answers depends on the locks in it, never on the order they came in.
 */
export class LockIndex {
  /** What the search reads; to change it, use `upsert` and `remove`. */
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

  /** Another number after every change: the key of whatever is remembered about the index. */
  get revision(): number {
    return this.#revision
  }

  /** Bytes of the typed arrays (48 for each lock, 2 more once it was searched) and, at one byte a character, of the distinct texts. */
  get bytes(): number {
    const texts = this.columns.tables.reduce((sum, table) => sum + table.length, 0)
    const work = this.#tables[0].length + this.#tables[1].length
    return this.columns.bytes + this.#bySerial.bytes + this.#byID.bytes + work + texts
  }

  /** Slots by serial, then lockID: the order of the lists (001 §4). Only the first `size` count. */
  get slots(): Uint32Array {
    return this.#bySerial.slots
  }

  /** Everything in it, to be read back by `unpack`; much faster than adding the locks anew. */
  pack(): ReadonlyArray<Block> {
    const orders = [this.#bySerial, this.#byID].map(({ slots, size }) => slots.slice(0, size))
    return [...orders, Uint32Array.from(this.#free), ...this.columns.pack(this.#used)]
  }

  /** Makes this empty index what was packed. Throws `BlocksUnreadable`. */
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
   * Adds locks or replaces them by lockID; of the same lockID twice, the last counts. One pass, so hand over a batch
   * whole. A lock that breaks the form of `LockItem` throws a RangeError and nothing is changed.
   */
  upsert(locks: Iterable<LockItem>): void {
    const batch = new Map<number, LockItem>()
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

  /**
   * Adds locks of a batch, from `from` up to `to`, or replaces them by lockID: many times faster than `upsert`, for a list
   * that is being loaded. At most 2,097,152 at once; answers the slot of each.
   */
  append(batch: LockBatch, from: number, to: number): Uint32Array {
    this.remove(batch.lockID.subarray(from, to))
    const byID = sortedBy(
      Uint32Array.from({ length: to - from }, (_, nth) => from + nth),
      batch.lockID
    )
    // Written in the order of their serials, so that a search walks through memory forwards.
    const rows = sortedBy(byID, batch.serial)
    this.columns.reserve(this.#used + Math.max(0, rows.length - this.#free.length))
    const slots = Uint32Array.from(rows, () => this.#free.pop() ?? this.#used++)
    this.columns.writeBatch(slots, batch, rows)
    const slotOfRow = new Uint32Array(to - from)
    rows.forEach((row, nth) => (slotOfRow[row - from] = slots[nth]!))
    this.#bySerial.insertSorted(slots)
    this.#byID.insertSorted(byID.map((row) => slotOfRow[row - from]!))
    this.#revision++
    return slotOfRow
  }

  /** Takes locks out by lockID; unknown ones are ignored. */
  remove(lockIDs: Iterable<number>): void {
    const slots = [...new Set(lockIDs)].flatMap((lockID) => this.slotOf(lockID) ?? [])
    this.#bySerial.delete(slots)
    this.#byID.delete(slots)
    for (const slot of slots) {
      this.columns.release(slot)
      this.#free.push(slot)
    }
    this.#revision++
  }

  /**
   * The lock with exactly this serial, in O(log n). Undefined when there is none, and when several have it: whoever acts
   * on a typed serial must not guess.
   */
  bySerial(serial: string): number | undefined {
    if (!serialForm.test(serial)) return undefined
    const [from, to] = this.serialRange(Number(serial), Number(serial))
    const slot = this.#bySerial.at(from)
    return to - from === 1 && slot !== undefined ? this.columns.lockID[slot] : undefined
  }

  /** What is known of a lock, or undefined. */
  get(lockID: number): Required<LockItem> | undefined {
    const slot = this.slotOf(lockID)
    return slot === undefined ? undefined : this.columns.read(slot)
  }

  /** Positions in `slots`, from inclusive to exclusive, of serials from `low` to `high` inclusive. */
  serialRange(low: number, high: number): readonly [number, number] {
    const before = (serial: number) => this.#bySerial.lowerBound((slot) => this.columns.serial(slot) - serial)
    return [before(low), before(high + 1)]
  }

  /** Where a slot stands in `slots`. */
  positionOf(slot: number): number {
    return this.#bySerial.positionOf(slot)
  }

  /**
   * One of two byte tables for a search to work in, all of it set to `value`. They belong to the search under way: made
   * anew for every keystroke, a megabyte each at a million locks, they would keep the garbage collector busy.
   */
  workTable(which: 0 | 1, length: number, value: number): Uint8Array {
    if (this.#tables[which].length < length) this.#tables[which] = new Uint8Array(this.columns.lockID.length)
    return this.#tables[which].subarray(0, length).fill(value)
  }

  /** A byte table that says of every text that it does not match. To be read only. */
  noMatches(length: number): Uint8Array {
    if (this.#noMatches.length < length) this.#noMatches = new Uint8Array(length * 2).fill(rank.none)
    return this.#noMatches
  }

  slotOf(lockID: number): number | undefined {
    const slot = this.#byID.at(this.#byID.lowerBound((other) => this.columns.lockID[other]! - lockID))
    return slot !== undefined && this.columns.lockID[slot] === lockID ? slot : undefined
  }

  #rewrite(slot: number, lock: LockItem): void {
    this.columns.release(slot)
    this.columns.write(slot, lock)
  }

  /** Writes new locks into slots in the order of their serials, so that a search walks through memory forwards. */
  #place(locks: ReadonlyArray<LockItem>): ReadonlyArray<number> {
    // A serial and a place share one number, and numbers sort several times faster than objects do.
    const keys = new Float64Array(locks.length)
    locks.forEach(({ serialCode }, place) => (keys[place] = Number(serialCode) * placesInKey + place))
    keys.sort()
    this.columns.reserve(this.#used + Math.max(0, locks.length - this.#free.length))
    const slots: Array<number> = []
    for (const key of keys) {
      const slot = this.#free.pop() ?? this.#used++
      this.columns.write(slot, locks[key % placesInKey]!)
      slots.push(slot)
    }
    return slots
  }
}
