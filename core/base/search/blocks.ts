/** A block of packed data: a text or a column of numbers. */
export type Block = string | Uint8Array | Uint32Array | Int32Array | Float64Array

/** The packed blocks are invalid. */
export class BlocksUnreadable extends Error {}

type Column = Exclude<Block, string>

/** Reads packed blocks in the order in which they were packed, checking the type of each. */
export class BlockReader {
  readonly #blocks: ReadonlyArray<unknown>
  #at = 0

  constructor(blocks: ReadonlyArray<unknown>) {
    this.#blocks = blocks
  }

  text(): string {
    const block = this.#blocks[this.#at++]
    if (typeof block !== "string") throw new BlocksUnreadable(`block ${this.#at} is not text`)
    return block
  }

  /** @param length the required number of values; any if omitted */
  column<A extends Column>(kind: new (length: number) => A, length?: number): A {
    const block = this.#blocks[this.#at++]
    if (!(block instanceof kind)) throw new BlocksUnreadable(`block ${this.#at} is not a ${kind.name}`)
    if (length !== undefined && block.length !== length) {
      throw new BlocksUnreadable(`block ${this.#at} has ${block.length} numbers, not ${length}`)
    }
    return block
  }
}
