import type { Topic } from "#core/live/LiveEvent.ts"
import type { After } from "./LiveHub.ts"

/**
 * Collects topics for a moment, so that a thousand events cause one refresh. The moment starts at the first event, so
 * a steady stream can't postpone it.
 */
export class Gather {
  readonly #after: After
  readonly #moment: number
  readonly #onTopics: (topics: ReadonlySet<Topic>) => void
  #topics = new Set<Topic>()
  #cancel: (() => void) | null = null

  /** @param moment in milliseconds */
  constructor(after: After, moment: number, onTopics: (topics: ReadonlySet<Topic>) => void) {
    this.#after = after
    this.#moment = moment
    this.#onTopics = onTopics
  }

  add(topic: Topic): void {
    this.#topics.add(topic)
    this.#cancel ??= this.#after(this.#moment, () => {
      const topics = this.#topics
      this.forget()
      this.#onTopics(topics)
    })
  }

  /** Discards the collected topics. */
  forget(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#topics = new Set()
  }
}
