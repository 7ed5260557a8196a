import type { Lock } from "#core/locks/Lock.ts"
import { activationFailure, activeAt } from "./activationFailure.ts"
import { type ActivationLine, type LineFailure, linesOf, textOf } from "./activationLines.ts"

/** The session list, oldest first, and what was heard of it last: how a line ended, or that it stood there already. */
export interface ActivationState {
  readonly lines: ReadonlyArray<ActivationLine>
  readonly last: { readonly line: ActivationLine; readonly known: boolean } | null
}

/** What the queue works with. */
export interface ActivationMeans {
  /** Activates one lock at the server, or rejects. */
  readonly activate: (serialCode: string, facilityID: number) => Promise<Pick<Lock, "lockID">>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Where the list outlives a reload. */
  readonly kept: { readonly read: () => string | null; readonly write: (text: string | null) => void }
  /** Hears how each line ended. */
  readonly onSettled: (line: ActivationLine) => void
}

const behindUnanswered: LineFailure = {
  code: "Unsent",
  error: "Not sent: the server did not answer the one before.",
  next: "It is kept here; send it again when the server answers."
}

/**
 * Sends serial codes one after the other in the order in which they came, while more are typed. Each is sent once; what the
 * server does not answer, and what waits behind it, stays until somebody sends it again: nothing is sent later by itself.
 */
export class ActivationQueue {
  readonly #means: ActivationMeans
  readonly #listeners = new Set<() => void>()
  #state: ActivationState
  #last: number
  /** Another session has another list: what comes late for the one before is dropped. */
  #life = {}
  #working = false

  constructor(means: ActivationMeans) {
    this.#means = means
    this.#state = { lines: linesOf(means.kept.read()), last: null }
    this.#last = Math.max(0, ...this.#state.lines.map(({ id }) => id))
  }

  readonly state = (): ActivationState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Takes a serial code in. One that is on the list for the same facility is not sent twice: a scanner may read a label two
   * times. Answers the line that stands for it.
   */
  add(serialCode: string, facilityID: number): ActivationLine {
    const known = this.#state.lines.findLast(
      (line) => line.serialCode === serialCode && line.facilityID === facilityID && line.state.kind !== "failed"
    )
    if (known !== undefined) {
      this.#set({ ...this.#state, last: { line: known, known: true } })
      return known
    }
    const again = this.#state.lines.findLast((line) => line.serialCode === serialCode && line.facilityID === facilityID)
    // The one that failed goes to the end of the queue: it has been scanned just now.
    const line: ActivationLine = {
      id: ++this.#last,
      serialCode,
      facilityID,
      state: { kind: "waiting" },
      ...(again?.unanswered === undefined ? {} : { unanswered: again.unanswered })
    }
    this.#set({ ...this.#state, lines: [...this.#state.lines.filter(({ id }) => id !== again?.id), line] })
    void this.#work()
    return line
  }

  /** Sends what failed again, or one line of it, in the order in which it came. Answers how many. */
  retry(id?: number): number {
    let count = 0
    const lines = this.#state.lines.map((line): ActivationLine => {
      if (line.state.kind !== "failed" || (id !== undefined && line.id !== id)) return line
      count++
      return { ...line, state: { kind: "waiting" } }
    })
    if (count > 0) this.#set({ ...this.#state, lines })
    void this.#work()
    return count
  }

  /** Takes what failed off the list, or one line of it. */
  clearFailed(id?: number): void {
    this.#set({
      ...this.#state,
      lines: this.#state.lines.filter((line) => line.state.kind !== "failed" || (id !== undefined && line.id !== id))
    })
  }

  /** The session has ended: nothing of its list is left, and nothing of it is sent any more. */
  forget(): void {
    this.#life = {}
    this.#working = false
    this.#set({ lines: [], last: null })
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    const life = this.#life
    for (;;) {
      const line = this.#state.lines.find(({ state }) => state.kind === "waiting")
      if (line === undefined) break
      await this.#send(line, life)
      if (life !== this.#life) return
    }
    this.#working = false
  }

  async #send(line: ActivationLine, life: object): Promise<void> {
    this.#replace({ ...line, state: { kind: "sending" } })
    const { activate, now } = this.#means
    let lockID: number
    try {
      lockID = (await activate(line.serialCode, line.facilityID)).lockID
    } catch (error) {
      if (life !== this.#life) return
      const active = activeAt(error)
      // What was not answered had been done after all.
      if (line.unanswered === true && active !== null && active.facilityID === line.facilityID) {
        return this.#settle({ ...line, state: { kind: "activated", at: now(), lockID: active.lockID } })
      }
      const failure = activationFailure(error)
      const lost = failure.code === "Unanswered"
      this.#settle({
        ...line,
        ...(lost ? { unanswered: true } : {}),
        state: { kind: "failed", at: now(), failure }
      })
      if (lost) this.#keepTheRest()
      return
    }
    if (life === this.#life) this.#settle({ ...line, state: { kind: "activated", at: now(), lockID } })
  }

  /** Nothing more is sent to a server that does not answer. */
  #keepTheRest(): void {
    const at = this.#means.now()
    const lines = this.#state.lines.map((line): ActivationLine =>
      line.state.kind === "waiting" ? { ...line, state: { kind: "failed", at, failure: behindUnanswered } } : line
    )
    this.#set({ ...this.#state, lines })
  }

  #settle(line: ActivationLine): void {
    this.#replace(line, { line, known: false })
    this.#means.onSettled(line)
  }

  #replace(line: ActivationLine, last = this.#state.last): void {
    this.#set({ lines: this.#state.lines.map((each) => (each.id === line.id ? line : each)), last })
  }

  #set(state: ActivationState): void {
    this.#state = state
    this.#means.kept.write(textOf(state.lines))
    for (const listener of this.#listeners) listener()
  }
}
