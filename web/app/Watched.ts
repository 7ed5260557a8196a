/** A value with change listeners, for `useSyncExternalStore`. */
export class Watched<A> {
  #value: A
  readonly #listeners = new Set<() => void>()

  constructor(value: A) {
    this.#value = value
  }

  readonly get = (): A => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(value: A): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of this.#listeners) listener()
  }
}
