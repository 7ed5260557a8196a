/**
 * Limits concurrency, and lets waiting clients take turns: a client with a thousand requests does not delay a client with one.
 * Known clients take turns before all others: a thousand strangers with one request each do not delay them either.
 */
export class FairQueue {
  readonly #known = new Map<string, Array<() => void>>()
  readonly #strangers = new Map<string, Array<() => void>>()
  #free: number

  /** Allows `atOnce` at a time. */
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Calls `start` when it is the client's turn, immediately if there is room. Every start must be followed by one `leave`. */
  enter(client: string, start: () => void, known = false): void {
    if (this.#free > 0) {
      this.#free -= 1
      start()
      return
    }
    const line = known ? this.#known : this.#strangers
    const waiting = line.get(client)
    if (waiting === undefined) line.set(client, [start])
    else waiting.push(start)
  }

  /** Frees a place for the next in line. */
  leave(): void {
    const line = this.#known.size > 0 ? this.#known : this.#strangers
    const [next] = line
    if (next === undefined) {
      this.#free += 1
      return
    }
    const [client, waiting] = next
    const start = waiting.shift()
    // Moves the client behind all others: a map keeps insertion order.
    line.delete(client)
    if (waiting.length > 0) line.set(client, waiting)
    start?.()
  }
}
