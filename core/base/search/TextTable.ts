import { type Block, type BlockReader, BlocksUnreadable } from "./blocks.ts"
import { foldText, startsWord } from "./foldText.ts"
import { GrowingColumn } from "./GrowingColumn.ts"
import type { SharedTexts } from "./LockBatch.ts"
import { type FilterText, filterStrength } from "./filterText.ts"
import { characterMask, misspelledIn, type Needle, spokenUnit, standsScattered } from "./needle.ts"
import { PackedTexts } from "./PackedTexts.ts"
import { rank, takeBetter } from "./tiers.ts"

/** The terminator of each text in the joined one. Needles never contain it. */
const end = "\n"

/**
 * Distinct, numbered texts that are searched together. A hundred thousand locks share a few hundred facility names, so
 * a query looks at each name once, and at each lock through a byte table.
 */
export class TextTable {
  /** Whether a needle equal to the whole text is `exact`, as for units; otherwise it is `prefix`. */
  readonly #whole: boolean
  /** For a table of units: texts that contain spaces or hyphens, without them, and the number of each original. */
  readonly #spoken: TextTable | undefined
  #spokenOf = new GrowingColumn(Uint32Array)
  /** Numbers by tag, then by text. */
  #numbers: Map<string, Map<string, number>> | null = new Map()
  readonly #texts = new PackedTexts()
  readonly #tags = new PackedTexts()
  #uses = new GrowingColumn(Uint32Array)
  /** The start of each text in `#joined`, followed by the start of the next one to be added. */
  #starts = new GrowingColumn(Uint32Array, new Uint32Array(1))
  #masks = new GrowingColumn(Int32Array)
  #joined = ""
  /** Texts added since `#joined` was last read, which is once per search: adding each to it would create a string per text. */
  #added: Array<string> = []
  #length = 0

  constructor(options: { readonly whole?: boolean; readonly spoken?: boolean } = {}) {
    this.#whole = options.whole ?? false
    this.#spoken = options.spoken === true ? new TextTable({ whole: this.#whole }) : undefined
  }

  get size(): number {
    return this.#texts.size
  }

  /** The number of UTF-16 units in all texts, for estimating memory. */
  get length(): number {
    return this.#length
  }

  /** The number of a text; a tag (a number people can filter by) distinguishes equal texts. Increments its reference count. */
  use(text: string, tag = ""): number {
    const all = this.#numbered()
    const numbers = all.get(tag) ?? new Map<string, number>()
    const known = numbers.get(text)
    if (known !== undefined) {
      this.#uses.values[known]!++
      return known
    }
    const number = this.add(text, tag)
    all.set(tag, numbers.set(text, number))
    return number
  }

  /** The numbers of texts shared by rows, with one reference for every row that has it; 0 for texts no row has. */
  useAll({ texts, of }: SharedTexts, rows: Uint32Array): Uint32Array {
    const uses = new Uint32Array(texts.length)
    for (const row of rows) uses[of[row]!]!++
    return Uint32Array.from(texts, ([text, tag], place) => {
      const more = uses[place]!
      if (more === 0) return 0
      const number = this.use(text, tag)
      this.#uses.values[number]! += more - 1
      return number
    })
  }

  /** The whole table, for `unpack` by a table created with the same options. */
  pack(): ReadonlyArray<Block> {
    return [
      ...this.#texts.pack(),
      ...this.#tags.pack(),
      this.#uses.pack(),
      this.#starts.pack(),
      this.#masks.pack(),
      this.#all(),
      ...(this.#spoken === undefined ? [] : [this.#spokenOf.pack(), ...this.#spoken.pack()])
    ]
  }

  /** Restores a packed table into this empty one. Throws `BlocksUnreadable`. */
  unpack(blocks: BlockReader): void {
    this.#texts.unpack(blocks)
    this.#tags.unpack(blocks)
    const { size } = this
    this.#uses = new GrowingColumn(Uint32Array, blocks.column(Uint32Array, size))
    this.#starts = new GrowingColumn(Uint32Array, blocks.column(Uint32Array, size + 1))
    this.#masks = new GrowingColumn(Int32Array, blocks.column(Int32Array, size))
    this.#joined = blocks.text()
    this.#length = this.#joined.length
    if (this.#tags.size !== size || this.#starts.values[size] !== this.#length) {
      throw new BlocksUnreadable("the texts do not belong together")
    }
    // Only adding a text needs the lookup of numbers; rebuild it then.
    this.#numbers = null
    if (this.#spoken === undefined) return
    this.#spokenOf = new GrowingColumn(Uint32Array, blocks.column(Uint32Array))
    this.#spoken.unpack(blocks)
    if (this.#spoken.size !== this.#spokenOf.size) throw new BlocksUnreadable("the texts do not belong together")
  }

  /** Adds a text under a new number, even if an equal one exists. */
  add(text: string, tag = ""): number {
    return this.#add(text, foldText(text), tag)
  }

  #add(text: string, folded: string, tag: string): number {
    this.#added.push(folded)
    this.#length += folded.length + end.length
    this.#starts.push(this.#length)
    this.#masks.push(characterMask(folded))
    this.#tags.push(tag)
    this.#uses.push(1)
    const number = this.#texts.push(text)
    if (this.#spoken === undefined) return number
    const spoken = spokenUnit(folded)
    if (spoken !== folded) {
      this.#spoken.#add(spoken, spoken, "")
      this.#spokenOf.push(number)
    }
    return number
  }

  /** All texts, folded, each with its terminator. */
  #all(): string {
    if (this.#added.length > 0) {
      this.#joined += this.#added.join(end) + end
      this.#added = []
    }
    return this.#joined
  }

  /**
   * Decrements a text's reference count. At zero the text keeps its number but no longer counts as an exact match for filters.
   */
  release(number: number): void {
    this.#uses.values[number]!--
  }

  /** Whether a text with this tag is in use. */
  usesTag(tag: string): boolean {
    return this.#uses.values.some((uses, number) => uses > 0 && this.tag(number) === tag)
  }

  text(number: number): string {
    return this.#texts.at(number) ?? ""
  }

  tag(number: number): string {
    return this.#tags.at(number) ?? ""
  }

  /** The tier of every text for a needle (values of `rank`), or undefined if none matches. */
  tiersFor(needle: Needle): Uint8Array | undefined {
    return this.#spoken === undefined ? this.#written(needle) : this.#spokenOrWritten(needle, this.#spoken)
  }

  /** The better match of two: as written, or both without spaces and hyphens. A text without any is the same both ways. */
  #spokenOrWritten(needle: Needle, spoken: TextTable): Uint8Array | undefined {
    const text = spokenUnit(needle.text)
    const plain = text === needle.text ? needle : { ...needle, text, mask: characterMask(text) }
    const tables = [this.#written(needle), plain === needle ? undefined : this.#written(plain)]
    const [found = undefined, other] = tables.filter((table) => table !== undefined)
    if (found !== undefined && other !== undefined) takeBetter(found, other)
    const inSpoken = spoken.tiersFor(plain)
    if (inSpoken === undefined) return found
    const tiers = found ?? new Uint8Array(this.size).fill(rank.none)
    const spokenOf = this.#spokenOf.values
    inSpoken.forEach((tier, at) => {
      const number = spokenOf[at]!
      if (tier < tiers[number]!) tiers[number] = tier
    })
    return tiers
  }

  #written(needle: Needle): Uint8Array | undefined {
    const { text } = needle
    if (text === "") return undefined
    const joined = this.#all()
    const found = new Uint8Array(this.size).fill(rank.none)
    const scattered = needle.scatters && this.#scatter(needle, found)
    const starts = this.#starts.values
    let number = 0
    let at = joined.indexOf(text)
    if (at < 0 && !scattered) return undefined
    while (at >= 0) {
      while (starts[number + 1]! <= at) number++
      const tier = this.#tierAt(at, text.length, starts[number]!, starts[number + 1]!)
      if (tier < found[number]!) found[number] = tier
      // A prefix is the best possible match: continue with the next text.
      at = joined.indexOf(text, tier <= rank.prefix ? starts[number + 1] : at + 1)
    }
    return found
  }

  /** 1 for every text that a filter value selects: equal texts or, if there are none, those with a word that starts with it. */
  selected(value: FilterText): Uint8Array {
    const spoken = this.#spoken === undefined ? undefined : { ...value, text: spokenUnit(value.text) }
    const strengths = Uint8Array.from(this.#texts.all, (text, at) =>
      Math.max(
        filterStrength(value, text, this.tag(at)),
        spoken === undefined ? 0 : filterStrength(spoken, spokenUnit(text))
      )
    )
    const uses = this.#uses.values
    const best = strengths.reduce((most, strength, at) => (uses[at]! > 0 ? Math.max(most, strength) : most), 1)
    return strengths.map((strength) => (strength === best ? 1 : 0))
  }

  #numbered(): Map<string, Map<string, number>> {
    if (this.#numbers !== null) return this.#numbers
    const all = new Map<string, Map<string, number>>()
    this.#texts.all.forEach((text, number) => {
      const tag = this.tag(number)
      const numbers = all.get(tag) ?? new Map<string, number>()
      all.set(tag, numbers.set(text, number))
    })
    return (this.#numbers = all)
  }

  #tierAt(at: number, length: number, start: number, next: number): number {
    if (at !== start) return startsWord(this.#joined, at) ? rank.wordStart : rank.contiguous
    return this.#whole && at + length + end.length === next ? rank.exact : rank.prefix
  }

  #looseTier(needle: Needle, start: number, stop: number): number {
    if (needle.misspells && misspelledIn(needle, this.#joined, start, stop) !== undefined) return rank.misspelled
    return standsScattered(needle.text, this.#joined, start, stop) ? rank.scattered : rank.none
  }

  #scatter(needle: Needle, found: Uint8Array): boolean {
    const masks = this.#masks.values
    const starts = this.#starts.values
    let any = false
    for (let number = 0; number < found.length; number++) {
      if ((masks[number]! & needle.mask) !== needle.mask) continue
      const tier = this.#looseTier(needle, starts[number]!, starts[number + 1]! - end.length)
      found[number] = tier
      any ||= tier !== rank.none
    }
    return any
  }
}
