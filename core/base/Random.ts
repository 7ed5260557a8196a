/** Hashes the numbers of `path` into 32 bits. */
const scramble = (path: ReadonlyArray<number>): number => {
  let hash = 0x9e3779b9
  for (const part of path) {
    hash = Math.imul(hash ^ (part | 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash
}

/**
 * Pseudorandom numbers that are the same for the same path on every machine (generator: sfc32). A path such as (seed,
 * lock) gives each lock its own sequence, so drawing for one lock does not shift the next one's. Never use it for
 * secrets.
 */
export class Random {
  #a: number
  #b: number
  #c = 0x6c078965
  #counter = 1

  constructor(...path: ReadonlyArray<number>) {
    this.#a = scramble(path)
    this.#b = scramble([...path, 1])
    for (let round = 0; round < 8; round++) this.next()
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }

  /** An integer, both bounds inclusive. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** A random element of a list, which must not be empty. */
  pick<A>(list: readonly [A, ...ReadonlyArray<A>] | ReadonlyArray<A>): A {
    const chosen = list[this.int(0, list.length - 1)]
    if (chosen === undefined) throw new RangeError("nothing to pick from")
    return chosen
  }

  /** A random element of a table of choices with weights. */
  weighted<A>(table: ReadonlyArray<readonly [choice: A, weight: number]>): A {
    let left = this.next() * table.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of table) {
      left -= weight
      if (left < 0) return choice
    }
    return this.pick(table)[0]
  }
}
