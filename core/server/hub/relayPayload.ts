/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more. */
const CHUNK_CHARACTERS = 7900

/** The maximum number of chunks, about 1.5 MB: larger messages are not broadcast. */
const MOST_CHUNKS = 200

/** How many messages may be incomplete at the same time before the oldest is dropped. */
const MOST_INCOMPLETE = 64

const HEADER = /^([\w-]+)\.(\d{1,15})\.(\d{1,4})\.(\d{1,4}):/

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * A value as the payloads of one or several notifications: ASCII JSON, in which every character is one byte and which can be
 * split anywhere. Each chunk starts with the sender, the message's number, its own index and the count. Null if the value is
 * too large.
 */
export const splitPayload = (origin: string, number: number, value: unknown): ReadonlyArray<string> | null => {
  const json = JSON.stringify(value).replace(/[\u0080-\uffff]/g, escapeCharacter)
  const count = Math.ceil(json.length / CHUNK_CHARACTERS)
  if (count > MOST_CHUNKS) return null
  return Array.from({ length: count }, (_, index) => {
    const start = index * CHUNK_CHARACTERS
    return `${origin}.${number}.${index}.${count}:${json.slice(start, start + CHUNK_CHARACTERS)}`
  })
}

/** Reassembles payloads, each message once: a sender that does not know whether a message arrived sends it again. */
export class PayloadAssembler {
  readonly #origin: string
  readonly #newest = new Map<string, number>()
  readonly #incomplete = new Map<string, { readonly parts: Array<string | undefined>; missing: number }>()

  /** Payloads of `origin` are its own echo and are skipped. */
  constructor(origin: string) {
    this.#origin = origin
  }

  /** The value completed by this payload; undefined while chunks are missing or if it is not one of ours. */
  take(payload: string): unknown {
    const [header, origin = "", numberText, indexText, countText] = HEADER.exec(payload) ?? []
    if (header === undefined || origin === this.#origin) return undefined
    const number = Number(numberText)
    const index = Number(indexText)
    const count = Number(countText)
    if (index >= count || count > MOST_CHUNKS || number <= (this.#newest.get(origin) ?? -1)) return undefined
    const part = payload.slice(header.length)
    const text = count === 1 ? part : this.#add(`${origin}.${number}`, index, count, part)
    if (text === undefined) return undefined
    this.#newest.set(origin, number)
    return parse(text)
  }

  #add(key: string, index: number, count: number, text: string): string | undefined {
    const found = this.#incomplete.get(key)
    const message = found ?? { parts: Array.from<string | undefined>({ length: count }), missing: count }
    if (message.parts.length !== count || message.parts[index] !== undefined) return undefined
    message.parts[index] = text
    message.missing--
    if (message.missing === 0) {
      this.#incomplete.delete(key)
      return message.parts.join("")
    }
    if (found === undefined) this.#begin(key, message)
    return undefined
  }

  #begin(key: string, message: { readonly parts: Array<string | undefined>; missing: number }): void {
    const [oldest] = this.#incomplete.keys()
    if (oldest !== undefined && this.#incomplete.size >= MOST_INCOMPLETE) this.#incomplete.delete(oldest)
    this.#incomplete.set(key, message)
  }
}

/** Anyone with access to the database can send notifications: anything that is not JSON is not ours. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
