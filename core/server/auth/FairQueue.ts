/**
 * Limits concurrency, and lets waiting clients take turns: a client with a thousand requests does not delay a client with one.
 */
export class FairQueue {
  readonly #waiting = new Map<string, Array<() => void>>()
  #free: number

  /** Allows `atOnce` at a time. */
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Calls `start` when it is the client's turn, immediately if there is room. Every start must be followed by one `leave`. */
  enter(client: string, start: () => void): void {
    if (this.#free > 0) {
      this.#free -= 1
      start()
      return
    }
    const waiting = this.#waiting.get(client)
    if (waiting === undefined) this.#waiting.set(client, [start])
    else waiting.push(start)
  }

  /** Frees a place for the next in line. */
  leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    const [client, waiting] = next
    const start = waiting.shift()
    // Moves the client behind all others: a map keeps insertion order.
    this.#waiting.delete(client)
    if (waiting.length > 0) this.#waiting.set(client, waiting)
    start?.()
  }
}
