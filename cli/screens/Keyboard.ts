import { type Key, keysOf, unfinishedKey } from "./keys.ts"

const interrupt = "\u0003"
/** How long to wait for the rest of an escape sequence, in milliseconds; otherwise it was the Esc key. */
const patience = 20

/** How a page takes keys. */
export interface Taking {
  readonly onKey: (key: Key) => void
  /**
   * `all`: one after another. `singly`: also splits text that arrived at once into letters. `escape`: only Esc, immediately,
   * dropping what was typed before it; all other keys wait for the next page.
   */
  readonly takes: "all" | "singly" | "escape"
}

/**
 * The keyboard of a screen, in raw mode from its creation until it is closed, so that nothing is echoed or held back while a
 * screen loads. Keys wait in one queue. One page at a time takes from it, and gets the next key only after the effect of the
 * previous one is rendered: each key applies to what is shown at its turn. While no page takes keys, they wait, so none is lost
 * between two pages. Ctrl+C never waits.
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
   * Starts delivering keys to pages. `settle` is called together with a page's `onKey`, and calls back when the changes of
   * both are rendered.
   */
  open(settle: (settled: () => void) => void): void {
    this.#settle = settle
    this.#hand()
  }

  /** Delivers keys to a page, starting with those that wait, until the returned function is called. */
  give(page: Taking): () => void {
    this.#page = page
    this.#hand()
    return () => {
      if (this.#page === page) this.#page = null
    }
  }

  /** Drops waiting keys. */
  forget(): void {
    this.#waiting = []
  }

  /** Releases the keyboard. */
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

  /** Delivers the next key in its own turn of the event loop, because pages change in the middle of React's work. */
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
