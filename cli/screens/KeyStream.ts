import { PassThrough } from "node:stream"

const escape = "\u001b"
const controls = "\u0000-\u001f\u007f"
/** An escape sequence, a control key, or text, as one key each. */
const keyPattern = new RegExp(`${escape}(?:\\[[0-9;?]*[A-Za-z~]|O.|[^${escape}])?|[${controls}]|[^${controls}]+`, "gu")
const interrupt = "\u0003"

/** The keys in what a terminal sent at once: fast typing and pasting bring several together. */
export const keysOf = (chunk: string): ReadonlyArray<string> => chunk.match(keyPattern) ?? []

/**
 * A keyboard for Ink: raw from when it is made until it is closed, so that nothing is echoed or held back while a screen is
 * loaded or pages change. It hands on one key at a time, each when the screen has settled after the one before: a key counts
 * for what is shown when its turn comes, and none is lost between two pages. Ctrl+C does not wait.
 */
export class KeyStream extends PassThrough {
  readonly isTTY = true
  readonly #keyboard: NodeJS.ReadStream
  readonly #onInterrupt: () => void
  readonly #waiting: Array<string> = []
  #settled: (() => Promise<unknown>) | undefined
  #handingOn = false
  readonly #onData = (chunk: string): void => {
    if (chunk.includes(interrupt)) return this.#onInterrupt()
    this.#waiting.push(...keysOf(chunk))
    void this.#handOn()
  }

  constructor(keyboard: NodeJS.ReadStream, onInterrupt: () => void) {
    super()
    this.#keyboard = keyboard
    this.#onInterrupt = onInterrupt
    keyboard.setRawMode(true)
    keyboard.setEncoding("utf8")
    keyboard.on("data", this.#onData)
  }

  /** From now on keys are handed on, each when `settled` resolves: when the screen shows what the key before did. */
  open(settled: () => Promise<unknown>): void {
    this.#settled = settled
    void this.#handOn()
  }

  /** Ink turns raw mode on and off with its pages; here it stays on. */
  setRawMode(): this {
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
    this.#keyboard.setRawMode(false)
    this.#keyboard.pause()
    this.end()
  }

  async #handOn(): Promise<void> {
    if (this.#handingOn || this.#settled === undefined) return
    this.#handingOn = true
    for (let key = this.#waiting.shift(); key !== undefined; key = this.#waiting.shift()) {
      await this.#settled()
      // What React does after a frame, listening on the next page among it, comes in a turn of its own.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      this.write(key)
    }
    this.#handingOn = false
  }
}
