import { PassThrough } from "node:stream"

const escape = "\u001b"
const controls = "\u0000-\u001f\u007f"
/** An escape sequence, a control key, or text, as one key each. */
const keyPattern = new RegExp(`${escape}(?:\\[[0-9;?]*[A-Za-z~]|O.|[^${escape}])?|[${controls}]|[^${controls}]+`, "gu")
const interrupt = "\u0003"

/** The keys in what a terminal sent at once: fast typing and pasting bring several together. */
export const keysOf = (chunk: string): ReadonlyArray<string> => chunk.match(keyPattern) ?? []

/**
 * A keyboard for Ink that hands on one key at a time, each when the screen has settled after the one before: a key counts
 * for what is shown when its turn comes, and none is lost between two pages. Ctrl+C does not wait.
 */
export class KeyStream extends PassThrough {
  readonly isTTY = true
  /** Resolves when the screen shows what the last key did. */
  settled: () => Promise<unknown> = () => Promise.resolve()
  readonly #keyboard: NodeJS.ReadStream
  readonly #onInterrupt: () => void
  readonly #waiting: Array<string> = []
  #handingOn = false
  readonly #onData = (chunk: string): void => {
    if (chunk.includes(interrupt)) return this.#onInterrupt()
    this.#waiting.push(...keysOf(chunk))
    if (!this.#handingOn) void this.#handOn()
  }

  constructor(keyboard: NodeJS.ReadStream, onInterrupt: () => void) {
    super()
    this.#keyboard = keyboard
    this.#onInterrupt = onInterrupt
    keyboard.setEncoding("utf8")
    keyboard.on("data", this.#onData)
  }

  setRawMode(raw: boolean): this {
    this.#keyboard.setRawMode(raw)
    return this
  }

  ref(): this {
    this.#keyboard.ref()
    return this
  }

  unref(): this {
    this.#keyboard.unref()
    return this
  }

  /** Lets go of the keyboard. */
  close(): void {
    this.#waiting.length = 0
    this.#keyboard.off("data", this.#onData)
    this.#keyboard.pause()
    this.end()
  }

  async #handOn(): Promise<void> {
    this.#handingOn = true
    for (let key = this.#waiting.shift(); key !== undefined; key = this.#waiting.shift()) {
      await this.settled()
      // What React does after a frame, listening on the next page among it, comes in a turn of its own.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      this.write(key)
    }
    this.#handingOn = false
  }
}
