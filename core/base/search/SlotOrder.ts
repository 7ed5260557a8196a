/**
 * Slots (places in the columns) kept in an order, in one typed array. Many are inserted or deleted in one pass over it:
 * blocks move as memory, and only the moved slots are compared.
 */
export class SlotOrder {
  readonly #compare: (a: number, b: number) => number
  #slots = new Uint32Array(0)
  #size = 0

  /** @param compare a total order of slots, read from the columns */
  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#slots.byteLength
  }

  /** The slots in order; only the first `size` count. Valid until the next change. */
  get slots(): Uint32Array {
    return this.#slots
  }

  at(position: number): number | undefined {
    return position < this.#size ? this.#slots[position] : undefined
  }

  /** The first position whose slot is not before: `order(slot)` is negative for slots before the one sought. */
  lowerBound(order: (slot: number) => number, to = this.#size): number {
    let low = 0
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (order(this.#slots[middle]!) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The position of a slot that is in, or the one it would have. */
  positionOf(slot: number, to = this.#size): number {
    return this.lowerBound((other) => this.#compare(other, slot), to)
  }

  /** Makes these the slots, which are in order already. */
  take(slots: Uint32Array<ArrayBuffer>): void {
    this.#slots = slots
    this.#size = slots.length
  }

  /** Adds slots that are not in yet. */
  insert(slots: ReadonlyArray<number>): void {
    this.insertSorted(slots.toSorted(this.#compare))
  }

  /** Adds slots that are not in yet and are in order among themselves. */
  insertSorted(added: ArrayLike<number>): void {
    this.#reserve(this.#size + added.length)
    let end = this.#size
    for (let left = added.length; left > 0; left--) {
      const slot = added[left - 1]!
      const position = this.positionOf(slot, end)
      this.#slots.copyWithin(position + left, position, end)
      this.#slots[position + left - 1] = slot
      end = position
    }
    this.#size += added.length
  }

  /** Takes out slots that are in; their columns must still hold what they were inserted with. */
  delete(slots: ReadonlyArray<number>): void {
    const positions = Uint32Array.from(slots, (slot) => this.positionOf(slot)).sort()
    for (let taken = 0; taken < positions.length; taken++) {
      const from = positions[taken]! + 1
      this.#slots.copyWithin(from - 1 - taken, from, positions[taken + 1] ?? this.#size)
    }
    this.#size -= positions.length
  }

  #reserve(size: number): void {
    if (size <= this.#slots.length) return
    const grown = new Uint32Array(this.#size === 0 ? size : Math.max(size, Math.ceil(this.#slots.length * 1.25)))
    grown.set(this.#slots.subarray(0, this.#size))
    this.#slots = grown
  }
}
