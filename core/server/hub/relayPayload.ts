/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more. */
const CHUNK_CHARACTERS = 7900

/** A message of more chunks, about 1.5 MB, is not one to broadcast. */
const MOST_CHUNKS = 200

/** Messages that may be incomplete at once before the oldest is given up. */
const MOST_INCOMPLETE = 64

const HEADER = /^([\w-]+)\.(\d{1,15})\.(\d{1,4})\.(\d{1,4}):/

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * A value as the payloads of one or several notifications: JSON in ASCII, so that a character is a byte and may be
 * cut anywhere, each piece with the sender, the message's number, its own index and their count in front. Null when it
 * is too large.
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

/** Puts payloads together again, each message once: a sender that cannot know whether it got through sends again. */
export class PayloadAssembler {
  readonly #origin: string
  readonly #newest = new Map<string, number>()
  readonly #incomplete = new Map<string, { readonly parts: Array<string | undefined>; missing: number }>()

  /** Payloads of `origin` are its own echo and are passed over. */
  constructor(origin: string) {
    this.#origin = origin
  }

  /** The value that this payload completes, undefined while pieces are missing or when it is not one of ours. */
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

/** Anybody with the database may notify: what is no JSON is not ours either. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
