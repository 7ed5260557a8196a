import { ProtocolError } from "./hubErrors.ts"

const RECORD_SEPARATOR = 0x1e

/**
 * Splits a byte stream into records at 0x1E, regardless of chunk boundaries. Works on bytes, so that it can split inside a
 * character.
 */
export class RecordReader {
  readonly #maxBytes: number
  #pending: Array<Buffer> = []
  #pendingBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The records completed by this chunk, without their separators.
   * @throws ProtocolError if a record exceeds the limit
   */
  read(chunk: Buffer): ReadonlyArray<Buffer> {
    const records: Array<Buffer> = []
    let start = 0
    for (let end = chunk.indexOf(RECORD_SEPARATOR); end !== -1; end = chunk.indexOf(RECORD_SEPARATOR, start)) {
      this.#keep(chunk.subarray(start, end))
      records.push(this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending))
      this.#reset()
      start = end + 1
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
    return records
  }

  /** Discards an incomplete record. */
  #reset(): void {
    this.#pending = []
    this.#pendingBytes = 0
  }

  #keep(part: Buffer): void {
    this.#pendingBytes += part.length
    if (this.#pendingBytes > this.#maxBytes) {
      this.#reset()
      throw new ProtocolError(`A message may be at most ${this.#maxBytes} bytes.`)
    }
    this.#pending.push(part)
  }
}
