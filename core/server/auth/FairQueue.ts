/**
 * So many at a time, and who waits takes turns with the others who wait: somebody with a thousand requests waits behind
 * somebody with one.
 */
export class FairQueue {
  readonly #waiting = new Map<string, Array<() => void>>()
  #free: number

  /** Lets `atOnce` in at a time. */
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Calls `start` when it is the turn of `client`, at once where a place is free. Each start needs one `leave`. */
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

  /** Gives a place back; whoever is next gets it. */
  leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    const [client, waiting] = next
    const start = waiting.shift()
    // Behind everybody else: a map keeps the order in which keys came.
    this.#waiting.delete(client)
    if (waiting.length > 0) this.#waiting.set(client, waiting)
    start?.()
  }
}
