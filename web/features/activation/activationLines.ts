import { Schema } from "effect"
import { FacilityId, LockId } from "#core/base/ids.ts"

/** Why a line failed, and the next step. */
export const LineFailure = Schema.Struct({
  /**
   * The server's problem code. `Unanswered` if the outcome is unknown, `Unsent` if it was never sent, and `Misread`,
   * `ScannedTwice` or `NoFacility` if there was nothing to send.
   */
  code: Schema.String,
  error: Schema.String,
  next: Schema.String,
  /** The lock in question, if the server named one. */
  lockID: Schema.optionalKey(LockId)
})
export type LineFailure = typeof LineFailure.Type

/** One serial code of the session list and its status. Times in epoch milliseconds. */
export const ActivationLine = Schema.Struct({
  id: Schema.Int,
  /** As scanned: not always a valid serial code. */
  serialCode: Schema.String,
  /** Null if no facility was selected. */
  facilityID: Schema.NullOr(FacilityId),
  state: Schema.Union([
    Schema.Struct({ kind: Schema.Literals(["waiting", "sending"]) }),
    Schema.Struct({
      kind: Schema.Literal("activated"),
      at: Schema.Finite,
      lockID: LockId,
      /** It was already active at this facility. */
      unchanged: Schema.optionalKey(Schema.Literal(true))
    }),
    Schema.Struct({ kind: Schema.Literal("failed"), at: Schema.Finite, failure: LineFailure })
  ]),
  /** An earlier attempt got no response, so it may have succeeded. */
  unanswered: Schema.optionalKey(Schema.Literal(true))
})
export type ActivationLine = typeof ActivationLine.Type

/** Whether a line repeats another one of the list: scanners often read a label twice. */
export const isRepeated = ({ state }: ActivationLine): boolean =>
  state.kind === "failed" && state.failure.code === "ScannedTwice"

/** Failures that retrying can't fix: an unreadable code, or one that is already in the list. */
const neverSent: ReadonlySet<string> = new Set(["Misread", "ScannedTwice"])

/** Whether a failed line can be sent again. */
export const canBeSent = ({ state }: ActivationLine): boolean =>
  state.kind === "failed" && !neverSent.has(state.failure.code)

/** Number of lines by status. */
export interface ActivationCounts {
  readonly activated: number
  readonly waiting: number
  /** Refused or unanswered; not those scanned twice. */
  readonly failed: number
  /** Scanned again, which changes nothing. */
  readonly repeated: number
  /** How many of the failed ones can be sent again. */
  readonly sendable: number
  /** Activated in the minute before `now`. */
  readonly lastMinute: number
}

const minute = 60_000

/** Counts lines for the list's header. */
export const countLines = (lines: ReadonlyArray<ActivationLine>, now: number): ActivationCounts => {
  const counts = { activated: 0, waiting: 0, failed: 0, repeated: 0, sendable: 0, lastMinute: 0 }
  for (const line of lines) {
    const { state } = line
    if (canBeSent(line)) counts.sendable++
    if (isRepeated(line)) counts.repeated++
    else if (state.kind === "failed") counts.failed++
    else if (state.kind !== "activated") counts.waiting++
    else {
      counts.activated++
      if (state.at > now - minute) counts.lastMinute++
    }
  }
  return counts
}

/** Most activated lines to keep across a reload. Waiting and failed lines are always kept. */
const keptAtMost = 1_000

const Kept = Schema.fromJsonString(Schema.Array(ActivationLine))
const decode = Schema.decodeUnknownOption(Kept)
const encode = Schema.encodeSync(Kept)

/** Serializes the list for the tab's storage; null if empty. It holds no locks, so no combinations. */
export const textOf = (lines: ReadonlyArray<ActivationLine>): string | null => {
  let left = keptAtMost
  const kept = lines.toReversed().filter(({ state }) => state.kind !== "activated" || left-- > 0)
  return kept.length === 0 ? null : encode(kept.toReversed())
}

const interrupted: LineFailure = {
  code: "Unanswered",
  error: "Interrupted before the server responded.",
  next: "Send it again. Activated locks won't change."
}

const unsent: LineFailure = { ...interrupted, code: "Unsent", error: "Interrupted before this was sent." }

/**
 * Parses a serialized list. Lines that were in flight when the page closed or the session ended become failed lines that the user
 * can send again.
 */
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
