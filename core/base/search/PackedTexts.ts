import { type Block, type BlockReader, BlocksUnreadable } from "./blocks.ts"

/** The separator of packed texts, which no database text contains. */
const between = "\0"

/**
 * A growing list of texts. After unpacking it stays one long text until all texts are requested, because splitting takes time.
 */
export class PackedTexts {
  #texts: Array<string> | null = []
  #packed = ""
  /** The start of each text in `#packed`, followed by the start of the next one to be added. */
  #starts = new Uint32Array(1)

  get size(): number {
    return this.#texts?.length ?? this.#starts.length - 1
  }

  at(number: number): string | undefined {
    if (this.#texts !== null) return this.#texts[number]
    const end = this.#starts[number + 1]
    return end === undefined ? undefined : this.#packed.slice(this.#starts[number], end - between.length)
  }

  /** All texts. */
  get all(): ReadonlyArray<string> {
    return this.#unpacked()
  }

  /** Adds a text and returns its number. */
  push(text: string): number {
    return this.#unpacked().push(text) - 1
  }

  pack(): ReadonlyArray<Block> {
    const all = this.#unpacked()
    const starts = new Uint32Array(all.length + 1)
    for (let number = 0; number < all.length; number++) {
      starts[number + 1] = starts[number]! + all[number]!.length + between.length
    }
    return [all.join(between), starts]
  }

  /** Restores a packed list into this empty one. Throws `BlocksUnreadable`. */
  unpack(blocks: BlockReader): void {
    const packed = blocks.text()
    const starts = blocks.column(Uint32Array)
    const length = starts.length < 2 ? 0 : packed.length + between.length
    if (starts.at(-1) !== length) throw new BlocksUnreadable("a text is missing")
    this.#texts = null
    this.#packed = packed
    this.#starts = starts
  }

  #unpacked(): Array<string> {
    return (this.#texts ??= this.size === 0 ? [] : this.#packed.split(between))
  }
}
