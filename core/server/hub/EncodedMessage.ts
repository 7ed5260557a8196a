const SSE_FIELD = Buffer.from("data: ")
const SSE_END = Buffer.from("\r\n\r\n")

const FINAL_TEXT = 0x81
const LENGTH_IN_16_BITS = 126
const LENGTH_IN_64_BITS = 127

/** The header of an unmasked, final text frame with this many bytes (RFC 6455 section 5.2). */
const frameHead = (length: number): Buffer => {
  if (length < LENGTH_IN_16_BITS) return Buffer.from([FINAL_TEXT, length])
  if (length <= 0xffff) {
    const head = Buffer.from([FINAL_TEXT, LENGTH_IN_16_BITS, 0, 0])
    head.writeUInt16BE(length, 2)
    return head
  }
  const head = Buffer.alloc(10)
  head[0] = FINAL_TEXT
  head[1] = LENGTH_IN_64_BITS
  head.writeUIntBE(length, 4, 6)
  return head
}

/** An encoded message, encoded once for any number of connections. The bytes are shared: never write to them. */
export class EncodedMessage {
  /** The record with its 0x1E, for long polling. */
  readonly record: Buffer
  #event: Buffer | undefined
  #frame: Buffer | undefined

  constructor(json: string) {
    this.record = Buffer.from(`${json}\u001e`)
  }

  /** The record as one WebSocket frame. */
  get frame(): Buffer {
    this.#frame ??= Buffer.concat([frameHead(this.record.length), this.record])
    return this.#frame
  }

  /** The record as one server-sent event. JSON escapes line breaks, so it is always one `data` line. */
  get event(): Buffer {
    this.#event ??= Buffer.concat([SSE_FIELD, this.record, SSE_END])
    return this.#event
  }
}
