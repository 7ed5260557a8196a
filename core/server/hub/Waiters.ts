/** Callers that wait for the same event. */
export class Waiters {
  readonly #resolves: Array<() => void> = []

  /** Resolves at the next `wake`. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolves.push(resolve)
    })
  }

  wake(): void {
    for (const resolve of this.#resolves.splice(0)) resolve()
  }
}
