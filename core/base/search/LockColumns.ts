import type { FacilityId, LockId } from "#core/base/ids.ts"
import { type Block, type BlockReader, BlocksUnreadable } from "./blocks.ts"
import type { LockBatch } from "./LockBatch.ts"
import { TextTable } from "./TextTable.ts"

/**
 * A lock in the palette. Combinations are never part of it. Missing and null mean the same: none, or not visible to this user.
 */
export interface LockItem {
  /** A positive 31-bit integer. */
  readonly lockID: LockId
  /** Exactly 8 digits. */
  readonly serialCode: string
  readonly unitNumber?: string | null | undefined
  readonly facilityID?: FacilityId | null | undefined
  readonly facilityName?: string | null | undefined
  /** The number and the label of the secondary status. */
  readonly statusCode?: number | null | undefined
  readonly statusName?: string | null | undefined
  readonly colorName?: string | null | undefined
  readonly updatedBy?: string | null | undefined
  /** Epoch milliseconds. */
  readonly updatedOn?: number | null | undefined
  /** Words for the filter `is:`, such as `inventory`; without spaces. */
  readonly is?: ReadonlyArray<string> | undefined
}

const text = (value: string | null | undefined): string => value ?? ""
const tag = (value: number | null | undefined): string => (value == null ? "" : String(value))
const shown = (value: string): string | null => (value === "" ? null : value)
const shownNumber = (value: string): number | null => (value === "" ? null : Number(value))

/**
 * The synced locks as columns: one typed array per property, one slot per lock. Texts are numbers of a `TextTable`. 40
 * bytes per lock, and no objects.
 */
export class LockColumns {
  readonly units = new TextTable({ whole: true, spoken: true })
  readonly facilities = new TextTable()
  readonly statuses = new TextTable()
  readonly colors = new TextTable()
  readonly people = new TextTable()
  readonly traits = new TextTable()

  lockID = new Uint32Array(0)
  /** The first and last four digits of the serial. */
  head = new Uint16Array(0)
  tail = new Uint16Array(0)
  unit = new Uint32Array(0)
  facility = new Uint32Array(0)
  by = new Uint32Array(0)
  status = new Uint32Array(0)
  color = new Uint32Array(0)
  trait = new Uint32Array(0)
  /** Epoch milliseconds, NaN if unknown. */
  updated = new Float64Array(0)

  get bytes(): number {
    return [this.lockID, this.head, this.tail, ...this.#numbers, this.updated].reduce(
      (sum, column) => sum + column.byteLength,
      0
    )
  }

  get tables(): ReadonlyArray<TextTable> {
    return [this.units, this.facilities, this.statuses, this.colors, this.people, this.traits]
  }

  /** Reserves slots 0 to `size - 1`, with some spare capacity when it grows. */
  reserve(size: number): void {
    const had = this.lockID.length
    if (size <= had) return
    const capacity = had === 0 ? size : Math.max(size, Math.ceil(had * 1.25))
    const grown = <A extends Uint16Array | Uint32Array | Float64Array>(to: A, from: A): A => {
      to.set(from)
      return to
    }
    this.lockID = grown(new Uint32Array(capacity), this.lockID)
    this.head = grown(new Uint16Array(capacity), this.head)
    this.tail = grown(new Uint16Array(capacity), this.tail)
    this.unit = grown(new Uint32Array(capacity), this.unit)
    this.facility = grown(new Uint32Array(capacity), this.facility)
    this.by = grown(new Uint32Array(capacity), this.by)
    this.status = grown(new Uint32Array(capacity), this.status)
    this.color = grown(new Uint32Array(capacity), this.color)
    this.trait = grown(new Uint32Array(capacity), this.trait)
    this.updated = grown(new Float64Array(capacity), this.updated)
  }

  /** Writes a lock into an empty or released slot. */
  write(slot: number, lock: LockItem): void {
    this.lockID[slot] = lock.lockID
    this.head[slot] = Number(lock.serialCode.slice(0, 4))
    this.tail[slot] = Number(lock.serialCode.slice(4))
    this.unit[slot] = this.units.use(text(lock.unitNumber))
    this.facility[slot] = this.facilities.use(text(lock.facilityName), tag(lock.facilityID))
    this.by[slot] = this.people.use(text(lock.updatedBy))
    this.status[slot] = this.statuses.use(text(lock.statusName), tag(lock.statusCode))
    this.color[slot] = this.colors.use(text(lock.colorName))
    this.trait[slot] = this.traits.use((lock.is ?? []).join(" "))
    this.updated[slot] = lock.updatedOn ?? Number.NaN
  }

  /** Writes locks of a batch into empty slots: `rows[n]` into `slots[n]`. */
  writeBatch(slots: Uint32Array, batch: LockBatch, rows: Uint32Array): void {
    const shared = [
      [this.facility, batch.facility.of, this.facilities.useAll(batch.facility, rows)],
      [this.by, batch.by.of, this.people.useAll(batch.by, rows)],
      [this.status, batch.status.of, this.statuses.useAll(batch.status, rows)],
      [this.color, batch.color.of, this.colors.useAll(batch.color, rows)],
      [this.trait, batch.trait.of, this.traits.useAll(batch.trait, rows)]
    ] as const
    for (const [column, of, numbers] of shared) {
      slots.forEach((slot, nth) => (column[slot] = numbers[of[rows[nth]!]!]!))
    }
    slots.forEach((slot, nth) => {
      const row = rows[nth]!
      const serial = batch.serial[row]!
      this.lockID[slot] = batch.lockID[row]!
      this.head[slot] = Math.floor(serial / 10_000)
      this.tail[slot] = serial % 10_000
      this.unit[slot] = this.units.use(batch.units[row]!)
      this.updated[slot] = batch.updated[row]!
    })
  }

  /** Releases a slot's texts before it is overwritten or left empty. */
  release(slot: number): void {
    this.units.release(this.unit[slot]!)
    this.facilities.release(this.facility[slot]!)
    this.people.release(this.by[slot]!)
    this.statuses.release(this.status[slot]!)
    this.colors.release(this.color[slot]!)
    this.traits.release(this.trait[slot]!)
  }

  /** The first `size` slots and all texts, for `unpack`. */
  pack(size: number): ReadonlyArray<Block> {
    return [
      this.lockID.slice(0, size),
      Uint32Array.from({ length: size }, (_, slot) => this.serial(slot)),
      ...this.#numbers.map((column) => column.slice(0, size)),
      // The maximum of each column: computing it while a page starts takes longer than reading the columns.
      Uint32Array.from(this.#numbers, (column) =>
        column.subarray(0, size).reduce((most, number) => Math.max(most, number), 0)
      ),
      this.updated.slice(0, size),
      ...this.tables.flatMap((table) => table.pack())
    ]
  }

  /** Restores packed columns into these empty ones. Throws `BlocksUnreadable`. */
  unpack(blocks: BlockReader): void {
    this.lockID = blocks.column(Uint32Array)
    const size = this.lockID.length
    const serials = blocks.column(Uint32Array, size)
    const [heads, tails] = [new Uint16Array(size), new Uint16Array(size)]
    for (let slot = 0; slot < size; slot++) {
      const serial = serials[slot]!
      const head = (serial / 10_000) | 0
      heads[slot] = head
      tails[slot] = serial - head * 10_000
    }
    this.head = heads
    this.tail = tails
    this.unit = blocks.column(Uint32Array, size)
    this.facility = blocks.column(Uint32Array, size)
    this.status = blocks.column(Uint32Array, size)
    this.color = blocks.column(Uint32Array, size)
    this.by = blocks.column(Uint32Array, size)
    this.trait = blocks.column(Uint32Array, size)
    const highest = blocks.column(Uint32Array, this.tables.length)
    this.updated = blocks.column(Float64Array, size)
    this.tables.forEach((table, nth) => {
      table.unpack(blocks)
      if (size > 0 && highest[nth]! >= table.size) throw new BlocksUnreadable("a lock has a text that is not there")
    })
  }

  /** The text number column of each table, in the order of `tables`. */
  get #numbers(): ReadonlyArray<Uint32Array> {
    return [this.unit, this.facility, this.status, this.color, this.by, this.trait]
  }

  /** The ID of the lock in a slot. IDs were checked before they were written, so reading one is only a cast. */
  lock(slot: number): LockId {
    return this.lockID[slot]! as LockId
  }

  serial(slot: number): number {
    return this.head[slot]! * 10_000 + this.tail[slot]!
  }

  serialText(slot: number): string {
    return String(this.serial(slot)).padStart(8, "0")
  }

  read(slot: number): Required<LockItem> {
    const traits = this.traits.text(this.trait[slot]!)
    const updated = this.updated[slot]!
    return {
      lockID: this.lock(slot),
      serialCode: this.serialText(slot),
      unitNumber: shown(this.units.text(this.unit[slot]!)),
      facilityID: shownNumber(this.facilities.tag(this.facility[slot]!)) as FacilityId | null,
      facilityName: shown(this.facilities.text(this.facility[slot]!)),
      statusCode: shownNumber(this.statuses.tag(this.status[slot]!)),
      statusName: shown(this.statuses.text(this.status[slot]!)),
      colorName: shown(this.colors.text(this.color[slot]!)),
      updatedBy: shown(this.people.text(this.by[slot]!)),
      updatedOn: Number.isNaN(updated) ? null : updated,
      is: traits === "" ? [] : traits.split(" ")
    }
  }
}
