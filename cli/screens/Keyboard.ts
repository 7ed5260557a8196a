import { type Key, keysOf, unfinishedKey } from "./keys.ts"

const interrupt = "\u0003"
/** How long the rest of an escape sequence is waited for, in milliseconds; without it, it was the Esc key. */
const patience = 20

/** How a page takes keys. */
export interface Taking {
  readonly onKey: (key: Key) => void
  /**
   * `all`: each in its turn. `singly`: also those letter by letter that came in one go. `escape`: Esc only, at once, and what
   * was typed before it is gone with it; every other key waits for the page that comes.
   */
  readonly takes: "all" | "singly" | "escape"
}

/**
 * The keyboard of a screen, raw from when it is made until it is closed, so that nothing is echoed or held back while a
 * screen is loaded. Every key waits in one queue. One page at a time takes from it, and the next key only when what the key
 * before did is on the page: a key counts for what is shown when its turn comes. While no page takes keys, they wait. So
 * none can be lost between two pages, whatever comes first. Ctrl+C waits for nothing.
 */
export class Keyboard {
  readonly #stream: NodeJS.ReadStream
  readonly #onInterrupt: () => void
  #unfinished = ""
  #flushing: NodeJS.Timeout | undefined
  #waiting: Array<Key> = []
  #page: Taking | null = null
  #settle: ((settled: () => void) => void) | null = null
  #handing = false

  constructor(stream: NodeJS.ReadStream, onInterrupt: () => void) {
    this.#stream = stream
    this.#onInterrupt = onInterrupt
    stream.setRawMode(true)
    stream.setEncoding("utf8")
    stream.on("data", this.#onData)
  }

  /**
   * From now on keys are handed to pages. `settle` is called together with a page's `onKey`, and calls back when what both
   * changed is on the page.
   */
  open(settle: (settled: () => void) => void): void {
    this.#settle = settle
    this.#hand()
  }

  /** Gives the keys to a page, beginning with those that wait, until the function it returns is called. */
  give(page: Taking): () => void {
    this.#page = page
    this.#hand()
    return () => {
      if (this.#page === page) this.#page = null
    }
  }

  /** Drops what waits. */
  forget(): void {
    this.#waiting = []
  }

  /** Lets go of the keyboard. */
  close(): void {
    clearTimeout(this.#flushing)
    this.forget()
    this.#page = null
    this.#stream.off("data", this.#onData)
    this.#stream.setRawMode(false)
    this.#stream.pause()
  }

  readonly #onData = (chunk: string): void => {
    if (chunk.includes(interrupt)) return this.#onInterrupt()
    clearTimeout(this.#flushing)
    const text = this.#unfinished + chunk
    this.#unfinished = unfinishedKey(text)
    if (this.#unfinished !== "") this.#flushing = setTimeout(this.#flush, patience)
    this.#press(text.slice(0, text.length - this.#unfinished.length))
  }

  readonly #flush = (): void => {
    const text = this.#unfinished
    this.#unfinished = ""
    this.#press(text)
  }

  #press(text: string): void {
    this.#waiting.push(...keysOf(text))
    this.#hand()
  }

  /** Hands the next key on, in a turn of its own: pages come and go in the middle of React's work. */
  #hand(): void {
    if (this.#handing || this.#settle === null || this.#page === null || this.#waiting.length === 0) return
    this.#handing = true
    setImmediate(() => {
      const page = this.#page
      const key = page === null ? undefined : this.#next(page)
      if (page === null || key === undefined) {
        this.#handing = false
        return
      }
      page.onKey(key)
      this.#settle?.(() => {
        this.#handing = false
        this.#hand()
      })
    })
  }

  #next(page: Taking): Key | undefined {
    if (page.takes === "escape") {
      const at = this.#waiting.findIndex(({ name }) => name === "escape")
      return at === -1 ? undefined : this.#waiting.splice(0, at + 1).at(-1)
    }
    const [key, ...others] = this.#waiting
    if (key === undefined || page.takes === "all" || key.name !== null) {
      this.#waiting = others
      return key
    }
    const [letter = "", ...rest] = key.text
    this.#waiting = rest.length === 0 ? others : [{ name: null, text: rest.join("") }, ...others]
    return { name: null, text: letter }
  }
}
