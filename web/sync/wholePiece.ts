import { Schema } from "effect"
import { columnsFor, type WholeColumn, WholeHead } from "#core/locks/wholeList.ts"

/**
 * A piece of the whole list: its head, and one number per lock in each column. The columns that depend on the status
 * are null without it.
 */
export interface WholePiece {
  readonly head: WholeHead
  readonly lockID: Uint32Array
  readonly serial: Uint32Array
  readonly facility: Uint32Array
  readonly color: Int32Array
  readonly views: Uint32Array
  readonly units: ReadonlyArray<string>
  readonly status: Uint32Array | null
  readonly by: Uint32Array | null
  /** Epoch milliseconds. */
  readonly updated: Float64Array | null
}

/** The piece doesn't follow the API contract. */
export class PieceUnreadable extends Error {}

const decodeHead = Schema.decodeUnknownSync(WholeHead)

/** Size limit of a head in bytes: as many facility and user names as there are locks in a piece. */
const longestHead = 16_777_216

/** A column as numbers of up to 4 bytes. */
const readNumbers = (bytes: Uint8Array, start: number, count: number, width: number): Uint32Array => {
  const numbers = new Uint32Array(count)
  for (let nth = 0; nth < width; nth++) {
    const from = start + nth * count
    for (let row = 0; row < count; row++) numbers[row] = (numbers[row]! << 8) | bytes[from + row]!
  }
  return numbers
}

/** A column of milliseconds, in 6 bytes each. */
const readMillis = (bytes: Uint8Array, start: number, count: number): Float64Array => {
  const high = readNumbers(bytes, start, count, 2)
  const low = readNumbers(bytes, start + 2 * count, count, 4)
  const millis = new Float64Array(count)
  for (let row = 0; row < count; row++) millis[row] = high[row]! * 0x1_0000_0000 + low[row]!
  return millis
}

const within = (numbers: Uint32Array, low: number, high: number): Uint32Array => {
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!
    if (number < low || number > high) throw new PieceUnreadable(`${number} is too much`)
  }
  return numbers
}

const mostInt = 2_147_483_647

/** Parses the columns after a head. Throws `PieceUnreadable`. */
const readPiece = (head: WholeHead, body: Uint8Array): WholePiece => {
  const { count } = head
  const columns = new Map<WholeColumn["name"], Uint32Array>()
  let updated: Float64Array | null = null
  let at = 0
  for (const { name, bytes } of columnsFor(head.status)) {
    if (name === "updated") updated = readMillis(body, at, count)
    else columns.set(name, readNumbers(body, at, count, bytes))
    at += bytes * count
  }
  const numbers = (name: WholeColumn["name"]) => columns.get(name) ?? new Uint32Array(count)
  const units = count === 0 ? [] : new TextDecoder("utf-8", { fatal: true }).decode(body.subarray(at)).split("\0")
  if (units.length !== count) throw new PieceUnreadable(`${units.length} units for ${count} locks`)
  return {
    head,
    lockID: within(numbers("lockID"), 1, mostInt),
    serial: within(numbers("serial"), 0, 99_999_999),
    facility: within(numbers("facility"), 0, mostInt),
    // Wraps around: colors are two's complement.
    color: new Int32Array(numbers("color")),
    views: within(numbers("views"), 0, mostInt),
    units,
    status: head.status ? within(numbers("status"), 1, 65_535) : null,
    by: head.status ? within(numbers("by"), 0, mostInt) : null,
    updated
  }
}

const bodyBytes = ({ count, status, units }: WholeHead): number =>
  columnsFor(status).reduce((sum, { bytes }) => sum + bytes * count, units)

/** Assembles pieces from the bytes of a response, however they are split. */
export class PieceReader {
  #chunks: Array<Uint8Array> = []
  #had = 0
  #head: WholeHead | null = null
  /** Number of bytes of the current item: the length of a head, a head, or a body. */
  #needed = 4
  #reads: "length" | "head" | "body" = "length"

  /** Whether no incomplete piece is left. */
  get done(): boolean {
    return this.#reads === "length" && this.#had === 0
  }

  /** Adds bytes and yields the pieces they complete. Throws `PieceUnreadable` or a schema error. */
  *read(chunk: Uint8Array): Generator<WholePiece> {
    this.#chunks.push(chunk)
    this.#had += chunk.length
    while (this.#had >= this.#needed) {
      const piece = this.#next(this.#take(this.#needed))
      if (piece !== null) yield piece
    }
  }

  #next(bytes: Uint8Array): WholePiece | null {
    if (this.#reads === "length") {
      this.#needed = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
      if (this.#needed > longestHead) throw new PieceUnreadable("the head is too long")
      this.#reads = "head"
      return null
    }
    if (this.#reads === "head") {
      this.#head = decodeHead(JSON.parse(new TextDecoder().decode(bytes)))
      this.#needed = bodyBytes(this.#head)
      this.#reads = "body"
      return null
    }
    const head = this.#head
    this.#head = null
    this.#needed = 4
    this.#reads = "length"
    return head === null ? null : readPiece(head, bytes)
  }

  /** The next `size` bytes as one array. */
  #take(size: number): Uint8Array {
    const [first] = this.#chunks
    if (first !== undefined && first.length >= size) {
      this.#had -= size
      if (first.length === size) this.#chunks.shift()
      else this.#chunks[0] = first.subarray(size)
      return first.subarray(0, size)
    }
    const bytes = new Uint8Array(size)
    let at = 0
    while (at < size) {
      const chunk = this.#chunks.shift()
      if (chunk === undefined) break
      const part = chunk.subarray(0, size - at)
      bytes.set(part, at)
      at += part.length
      if (part.length < chunk.length) this.#chunks.unshift(chunk.subarray(part.length))
    }
    this.#had -= size
    return bytes
  }
}
