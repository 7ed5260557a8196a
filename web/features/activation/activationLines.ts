import { Schema } from "effect"
import { FacilityId, LockId } from "#core/base/ids.ts"

/** Why a line failed, in words, and what can be done about it. */
export const LineFailure = Schema.Struct({
  /**
   * What the server called it; `Unanswered` when nobody knows what became of it, `Unsent` when it never left, `Misread`,
   * `ScannedTwice` and `NoFacility` when there was nothing to send.
   */
  code: Schema.String,
  error: Schema.String,
  next: Schema.String,
  /** The lock that it is about, where the server named one. */
  lockID: Schema.optionalKey(LockId)
})
export type LineFailure = typeof LineFailure.Type

/** One serial code of the session list, and how far it got. Times in epoch milliseconds. */
export const ActivationLine = Schema.Struct({
  id: Schema.Int,
  /** As it was scanned: not always a serial code. */
  serialCode: Schema.String,
  /** Null when none was chosen. */
  facilityID: Schema.NullOr(FacilityId),
  state: Schema.Union([
    Schema.Struct({ kind: Schema.Literals(["waiting", "sending"]) }),
    Schema.Struct({
      kind: Schema.Literal("activated"),
      at: Schema.Finite,
      lockID: LockId,
      /** It was active at this facility before. */
      unchanged: Schema.optionalKey(Schema.Literal(true))
    }),
    Schema.Struct({ kind: Schema.Literal("failed"), at: Schema.Finite, failure: LineFailure })
  ]),
  /** It was sent once without an answer: it may have been done then. */
  unanswered: Schema.optionalKey(Schema.Literal(true))
})
export type ActivationLine = typeof ActivationLine.Type

/** Failures that stay so however often the line is sent: nothing that was read can be activated, or it is on its way. */
const neverSent: ReadonlySet<string> = new Set(["Misread", "ScannedTwice"])

/** Whether a failed line can be sent again. */
export const canBeSent = ({ state }: ActivationLine): boolean =>
  state.kind === "failed" && !neverSent.has(state.failure.code)

/** How many lines got how far. */
export interface ActivationCounts {
  readonly activated: number
  readonly waiting: number
  readonly failed: number
  /** Of those that failed, how many can be sent again. */
  readonly sendable: number
  /** Activated within the minute before `now`. */
  readonly lastMinute: number
}

const minute = 60_000

/** Counts lines, for the head of the list. */
export const countLines = (lines: ReadonlyArray<ActivationLine>, now: number): ActivationCounts => {
  const counts = { activated: 0, waiting: 0, failed: 0, sendable: 0, lastMinute: 0 }
  for (const line of lines) {
    const { state } = line
    if (canBeSent(line)) counts.sendable++
    if (state.kind === "failed") counts.failed++
    else if (state.kind !== "activated") counts.waiting++
    else {
      counts.activated++
      if (state.at > now - minute) counts.lastMinute++
    }
  }
  return counts
}

/** Most activated lines that a reload keeps; what waits or failed is kept whatever there is. */
const keptAtMost = 1_000

const Kept = Schema.fromJsonString(Schema.Array(ActivationLine))
const decode = Schema.decodeUnknownOption(Kept)
const encode = Schema.encodeSync(Kept)

/** The list as text, for the tab's storage; null for an empty one. No lock is in it, and so no combination. */
export const textOf = (lines: ReadonlyArray<ActivationLine>): string | null => {
  let left = keptAtMost
  const kept = lines.toReversed().filter(({ state }) => state.kind !== "activated" || left-- > 0)
  return kept.length === 0 ? null : encode(kept.toReversed())
}

const interrupted: LineFailure = {
  code: "Unanswered",
  error: "The page reloaded before the server responded.",
  next: "Send it again. Activated locks won't change."
}

const unsent: LineFailure = { ...interrupted, code: "Unsent", error: "The page reloaded before this was sent." }

/** The list of a text. What was under way when the page went is left for somebody to send again. */
export const linesOf = (text: string | null): ReadonlyArray<ActivationLine> => {
  const kept = decode(text)
  if (kept._tag === "None") return []
  return kept.value.map((line) => {
    const { kind } = line.state
    if (kind === "sending") return { ...line, unanswered: true, state: { kind: "failed", at: 0, failure: interrupted } }
    if (kind === "waiting") return { ...line, state: { kind: "failed", at: 0, failure: unsent } }
    return line
  })
}
