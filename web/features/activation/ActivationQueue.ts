import { serialIssue } from "./serialField.ts"
import { activationFailure } from "./activationFailure.ts"
import { type ActivationLine, canBeSent, type LineFailure, linesOf, textOf } from "./activationLines.ts"

/** The session list, oldest first, and the line that ended last. */
export interface ActivationState {
  readonly lines: ReadonlyArray<ActivationLine>
  readonly last: ActivationLine | null
}

/** A lock that is active now; `unchanged` where it was active at that facility before. */
interface Activated {
  readonly lockID: number
  readonly unchanged?: boolean
}

/** What the queue works with. */
export interface ActivationMeans {
  /** Activates one lock at the server, or rejects. */
  readonly activate: (serialCode: string, facilityID: number) => Promise<Activated>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Where the list outlives a reload. */
  readonly kept: { readonly read: () => string | null; readonly write: (text: string | null) => void }
  /** Hears how each line ended. */
  readonly onSettled: (line: ActivationLine) => void
}

const behindUnanswered: LineFailure = {
  code: "Unsent",
  error: "Not sent: the server didn't respond to the scan before this one.",
  next: "It stays in this list. Send it again when the server is back."
}

/** Characters of a scan that are kept. */
const longestScan = 60

const misread = (scanned: string): LineFailure => ({
  code: "Misread",
  error: serialIssue(scanned) ?? "",
  next: `${scanned.length} ${scanned.length === 1 ? "character was" : "characters were"} read. Scan the label again.`
})

const noFacility: LineFailure = {
  code: "NoFacility",
  error: "Please select a facility first",
  next: "Choose the facility, then send it again."
}

const scannedTwice = ({ state }: ActivationLine): LineFailure => ({
  code: "ScannedTwice",
  error:
    state.kind === "activated"
      ? "You scanned this lock twice. It's already activated."
      : "You scanned this lock twice. We're already sending it.",
  next: "Nothing to do."
})

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
   * Takes in what was scanned, as a line of its own. Sent is a serial code at a facility that is not on the list yet; anything
   * else has failed with the reason at once: a scanner may read a label wrong, or two times. Returns the line.
   */
  add(scanned: string, facilityID: number | null): ActivationLine {
    if (serialIssue(scanned) !== null) return this.#refuse(scanned, facilityID, misread(scanned))
    if (facilityID === null) return this.#refuse(scanned, facilityID, noFacility)
    const known = this.#state.lines.findLast(
      (line) => line.serialCode === scanned && line.facilityID === facilityID && line.state.kind !== "failed"
    )
    if (known !== undefined) return this.#refuse(scanned, facilityID, scannedTwice(known))
    return this.#queue(scanned, facilityID)
  }

  #refuse(serialCode: string, facilityID: number | null, failure: LineFailure): ActivationLine {
    const state = { kind: "failed", at: this.#means.now(), failure } as const
    const line: ActivationLine = { id: ++this.#last, serialCode: serialCode.slice(0, longestScan), facilityID, state }
    this.#set({ lines: [...this.#state.lines, line], last: line })
    this.#means.onSettled(line)
    return line
  }

  #queue(serialCode: string, facilityID: number): ActivationLine {
    const again = this.#state.lines.findLast(
      (line) => line.serialCode === serialCode && line.facilityID === facilityID && canBeSent(line)
    )
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

  /**
   * Sends what failed again, or one line of it, in the order in which it came. Returns how many.
   * @param facilityID where lines go that were scanned without a facility
   */
  retry(id?: number, facilityID: number | null = null): number {
    let count = 0
    const lines = this.#state.lines.map((line): ActivationLine => {
      const at = line.facilityID ?? facilityID
      if (!canBeSent(line) || at === null || (id !== undefined && line.id !== id)) return line
      count++
      return { ...line, facilityID: at, state: { kind: "waiting" } }
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
    let done: Activated
    const { serialCode, facilityID } = line
    if (facilityID === null) throw new Error("a line without a facility is never sent")
    try {
      done = await activate(serialCode, facilityID)
    } catch (error) {
      if (life !== this.#life) return
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
    if (life !== this.#life) return
    // One that was sent without an answer may have been activated then.
    const before = done.unchanged === true && line.unanswered !== true
    const state = { kind: "activated", at: now(), lockID: done.lockID } as const
    this.#settle({ ...line, state: before ? { ...state, unchanged: true } : state })
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
    this.#replace(line, line)
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
