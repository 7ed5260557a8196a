import type { FacilityId, LockId } from "#core/base/ids.ts"
import { serialIssue } from "./serialField.ts"
import { activationFailure } from "./activationFailure.ts"
import { type ActivationLine, canBeSent, type LineFailure, linesOf, textOf } from "./activationLines.ts"

/** The session list, oldest first, and the line that finished last. */
export interface ActivationState {
  readonly lines: ReadonlyArray<ActivationLine>
  readonly last: ActivationLine | null
}

/** An activated lock. `unchanged` if it was already active at that facility. */
interface Activated {
  readonly lockID: LockId
  readonly unchanged?: boolean
}

/** Dependencies of the queue. */
export interface ActivationDeps {
  /** Activates one lock on the server. Rejects on failure. */
  readonly activate: (serialCode: string, facilityID: FacilityId) => Promise<Activated>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Storage that survives a reload. */
  readonly kept: { readonly read: () => string | null; readonly write: (text: string | null) => void }
  /** Called with each line that finished. */
  readonly onSettled: (line: ActivationLine) => void
}

const behindUnanswered: LineFailure = {
  code: "Unsent",
  error: "Not sent: the server didn't respond to the scan before this one.",
  next: "It stays in this list. Send it again when the server is back."
}

/** Most characters of a scan to keep. */
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
 * Sends serial codes one at a time in the order they arrive, while more are added. Each is sent once. If the server
 * doesn't respond, that line and the ones behind it stay in the list until the user retries; nothing is resent
 * automatically.
 */
export class ActivationQueue {
  readonly #deps: ActivationDeps
  readonly #listeners = new Set<() => void>()
  #state: ActivationState
  #last: number
  /** Identifies the session. A late response for an earlier session's list is dropped. */
  #life = {}
  #working = false

  constructor(deps: ActivationDeps) {
    this.#deps = deps
    this.#state = { lines: linesOf(deps.kept.read()), last: null }
    this.#last = Math.max(0, ...this.#state.lines.map(({ id }) => id))
  }

  readonly state = (): ActivationState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Adds a scan as its own line and returns it. Sends it only if it is a valid serial code with a facility and isn't
   * already in the list. Otherwise the line fails at once with the reason, since scanners misread labels and read
   * some twice.
   */
  add(scanned: string, facilityID: FacilityId | null): ActivationLine {
    this.recall()
    if (serialIssue(scanned) !== null) return this.#refuse(scanned, facilityID, misread(scanned))
    if (facilityID === null) return this.#refuse(scanned, facilityID, noFacility)
    const known = this.#state.lines.findLast(
      (line) => line.serialCode === scanned && line.facilityID === facilityID && line.state.kind !== "failed"
    )
    if (known !== undefined) return this.#refuse(scanned, facilityID, scannedTwice(known))
    return this.#queue(scanned, facilityID)
  }

  #refuse(serialCode: string, facilityID: FacilityId | null, failure: LineFailure): ActivationLine {
    const state = { kind: "failed", at: this.#deps.now(), failure } as const
    const line: ActivationLine = { id: ++this.#last, serialCode: serialCode.slice(0, longestScan), facilityID, state }
    this.#set({ lines: [...this.#state.lines, line], last: line })
    this.#deps.onSettled(line)
    return line
  }

  #queue(serialCode: string, facilityID: FacilityId): ActivationLine {
    const again = this.#state.lines.findLast(
      (line) => line.serialCode === serialCode && line.facilityID === facilityID && canBeSent(line)
    )
    // Move a line that failed before to the end of the queue, because it was scanned just now.
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
   * Resends all failed lines, or one of them, in the order they arrived. Returns how many.
   * @param facilityID facility for lines scanned without one
   */
  retry(id?: number, facilityID: FacilityId | null = null): number {
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

  /** Removes all failed lines, or one of them. */
  clearFailed(id?: number): void {
    this.#set({
      ...this.#state,
      lines: this.#state.lines.filter((line) => line.state.kind !== "failed" || (id !== undefined && line.id !== id))
    })
  }

  /** Clears the list at the end of a session and sends nothing more of it. Its text is cleared with the tab's storage. */
  forget(): void {
    this.#life = {}
    this.#working = false
    this.#show({ lines: [], last: null })
  }

  /** Reads the list again if it is empty: its user may be back after their session ended. */
  recall(): void {
    if (this.#state.lines.length > 0) return
    const lines = linesOf(this.#deps.kept.read())
    this.#last = Math.max(this.#last, ...lines.map(({ id }) => id))
    this.#show({ lines, last: null })
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
    const { activate, now } = this.#deps
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
    // An earlier attempt without a response may have activated it, so "unchanged" doesn't mean it was active before.
    const before = done.unchanged === true && line.unanswered !== true
    const state = { kind: "activated", at: now(), lockID: done.lockID } as const
    this.#settle({ ...line, state: before ? { ...state, unchanged: true } : state })
  }

  /** Fails the waiting lines: the server isn't responding, so don't send more. */
  #keepTheRest(): void {
    const at = this.#deps.now()
    const lines = this.#state.lines.map((line): ActivationLine =>
      line.state.kind === "waiting" ? { ...line, state: { kind: "failed", at, failure: behindUnanswered } } : line
    )
    this.#set({ ...this.#state, lines })
  }

  #settle(line: ActivationLine): void {
    this.#replace(line, line)
    this.#deps.onSettled(line)
  }

  #replace(line: ActivationLine, last = this.#state.last): void {
    this.#set({ lines: this.#state.lines.map((each) => (each.id === line.id ? line : each)), last })
  }

  #set(state: ActivationState): void {
    this.#deps.kept.write(textOf(state.lines))
    this.#show(state)
  }

  #show(state: ActivationState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
