type Numbers = Uint32Array | Int32Array

/** A typed array that grows at its end. Unpacking reuses the stored array without copying. */
export class GrowingColumn<A extends Numbers> {
  readonly #kind: new (length: number) => A
  #values: A
  #size: number

  constructor(kind: new (length: number) => A, values: A = new kind(0)) {
    this.#kind = kind
    this.#values = values
    this.#size = values.length
  }

  get size(): number {
    return this.#size
  }

  /** The numbers; only the first `size` are valid, until the next `push`. */
  get values(): A {
    return this.#values
  }

  push(value: number): void {
    if (this.#size === this.#values.length) {
      const grown = new this.#kind(Math.max(16, 2 * this.#size))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.#size++] = value
  }

  /** A copy of the valid numbers. */
  pack(): A {
    const copy = new this.#kind(this.#size)
    copy.set(this.#values.subarray(0, this.#size))
    return copy
  }
}
