import { ProtocolError } from "./hubErrors.ts"

const RECORD_SEPARATOR = 0x1e

/**
 * Cuts a byte stream into records at 0x1E, however the peer split or joined them. Works on bytes, so a character cut
 * in two by a frame boundary survives.
 */
export class RecordReader {
  readonly #maxBytes: number
  #pending: Array<Buffer> = []
  #pendingBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The records that this chunk completes, without their separators.
   * @throws ProtocolError when a record is larger than the limit
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

  /** Forgets a record that was begun and not finished. */
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
