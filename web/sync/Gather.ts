import type { Topic } from "#core/live/LiveEvent.ts"
import type { After } from "./LiveHub.ts"

/**
 * Gathers what events say for a moment, so that a thousand of them refresh once. The moment is counted from the first, so
 * that a stream of events puts nothing off.
 */
export class Gather {
  readonly #after: After
  readonly #moment: number
  readonly #told: (topics: ReadonlySet<Topic>) => void
  #topics = new Set<Topic>()
  #cancel: (() => void) | null = null

  /** @param moment in milliseconds */
  constructor(after: After, moment: number, told: (topics: ReadonlySet<Topic>) => void) {
    this.#after = after
    this.#moment = moment
    this.#told = told
  }

  add(topic: Topic): void {
    this.#topics.add(topic)
    this.#cancel ??= this.#after(this.#moment, () => {
      const topics = this.#topics
      this.forget()
      this.#told(topics)
    })
  }

  /** What was gathered is of no interest any more. */
  forget(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#topics = new Set()
  }
}
