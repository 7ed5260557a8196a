import { type Block, type BlockReader, BlocksUnreadable } from "./blocks.ts"

/** What stands between packed texts: no database text has it. */
const between = "\0"

/** A list of texts that grows. Read back, it stays one long text until all of them are asked for: to cut it up takes a while. */
export class PackedTexts {
  #texts: Array<string> | null = []
  #packed = ""
  /** Where each text begins in `#packed`, and last where the next one would. */
  #starts = new Uint32Array(1)

  get size(): number {
    return this.#texts?.length ?? this.#starts.length - 1
  }

  at(number: number): string | undefined {
    if (this.#texts !== null) return this.#texts[number]
    const end = this.#starts[number + 1]
    return end === undefined ? undefined : this.#packed.slice(this.#starts[number], end - between.length)
  }

  /** All of them. */
  get all(): ReadonlyArray<string> {
    return this.#unpacked()
  }

  /** Adds a text; answers its number. */
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

  /** Makes this empty list what was packed. Throws `BlocksUnreadable`. */
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
