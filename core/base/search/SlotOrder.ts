/**
 * Sorted slots (indices into the columns) in one typed array. Inserting or deleting many takes one pass: blocks are
 * moved as memory, and only the changed slots are compared.
 */
export class SlotOrder {
  readonly #compare: (a: number, b: number) => number
  #slots = new Uint32Array(0)
  #size = 0

  /** @param compare a total order of slots, based on the columns */
  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#slots.byteLength
  }

  /** The sorted slots; only the first `size` are valid, until the next change. */
  get slots(): Uint32Array {
    return this.#slots
  }

  at(position: number): number | undefined {
    return position < this.#size ? this.#slots[position] : undefined
  }

  /** The lower bound: the first position whose slot is not before the target. `order(slot)` is negative for slots before it. */
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

  /** The position of a contained slot, or the position where it would be inserted. */
  positionOf(slot: number, to = this.#size): number {
    return this.lowerBound((other) => this.#compare(other, slot), to)
  }

  /** Replaces the contents with slots that are already sorted. */
  take(slots: Uint32Array<ArrayBuffer>): void {
    this.#slots = slots
    this.#size = slots.length
  }

  /** Adds slots that are not contained yet. */
  insert(slots: ReadonlyArray<number>): void {
    this.insertSorted(slots.toSorted(this.#compare))
  }

  /** Adds sorted slots that are not contained yet. */
  insertSorted(added: ArrayLike<number>): void {
    this.reserve(this.#size + added.length)
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

  /** Removes contained slots; their columns must still have the values from when they were inserted. */
  delete(slots: ReadonlyArray<number>): void {
    const positions = Uint32Array.from(slots, (slot) => this.positionOf(slot)).sort()
    for (let taken = 0; taken < positions.length; taken++) {
      const from = positions[taken]! + 1
      this.#slots.copyWithin(from - 1 - taken, from, positions[taken + 1] ?? this.#size)
    }
    this.#size -= positions.length
  }

  /** Makes room for this many slots. */
  reserve(size: number): void {
    if (size <= this.#slots.length) return
    const grown = new Uint32Array(this.#size === 0 ? size : Math.max(size, Math.ceil(this.#slots.length * 1.25)))
    grown.set(this.#slots.subarray(0, this.#size))
    this.#slots = grown
  }
}
