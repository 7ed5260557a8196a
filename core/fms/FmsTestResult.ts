import { Schema } from "effect"
import { FacilityId, Instant } from "#core/base/ids.ts"
import { faultWords, fmsStages, isOutage, loginFailed, type SeenFault } from "./fmsStages.ts"
import { Fms, type FmsId } from "./fmsSystems.ts"

/** What came of one test of a connection, whoever asked for it and wherever it is shown. */
export const FmsOutcome = Schema.Struct({
  result: Schema.Boolean,
  /** The step that did not succeed; null when all did. */
  stage: Schema.NullOr(Schema.Literals(fmsStages)),
  /** What exactly was seen, such as `-98`, `ECONNREFUSED` or `timeout`; never anything that was sent. */
  code: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String),
  /** 401 for a failed login (001 §3), else null. */
  errorCode: Schema.NullOr(Schema.Int),
  nextAction: Schema.NullOr(Schema.String),
  /** When calls are allowed again, where a budget was spent. */
  retryAt: Schema.NullOr(Instant),
  /** Milliseconds from the first call to the last answer. */
  latencyMs: Schema.Int,
  /** Calls made to the FMS, repeated ones too. */
  callsUsed: Schema.Int,
  /** A redacted piece of an answer whose shape is not known, to attach to a support ticket. */
  sample: Schema.NullOr(Schema.String),
  /** Answered by a local simulator, not by the vendor. */
  simulated: Schema.Boolean
})
export type FmsOutcome = typeof FmsOutcome.Type

/** The result of the last test of a facility (001 §3), with how far it came and what to do next. */
export const FmsTestResult = Schema.Struct({
  resultID: Schema.Int,
  facilityID: FacilityId,
  facilityName: Schema.String,
  managementSoftware: Fms.Id,
  managementSoftwareName: Schema.String,
  ...FmsOutcome.fields,
  /** The result of the test before; null when there was none. */
  previousResult: Schema.NullOr(Schema.Boolean),
  timestamp: Instant,
  manualTest: Schema.Boolean
})
export type FmsTestResult = typeof FmsTestResult.Type

/** How far a failed connection came. `code` is what was seen. */
export interface FmsFault extends SeenFault {
  readonly sample: string | null
}

/** The outcome of a test: a fault in the words of the one table, or success. */
export const outcomeOf = (
  fms: FmsId,
  fault: FmsFault | null,
  cost: Pick<FmsOutcome, "latencyMs" | "callsUsed" | "simulated">
): FmsOutcome => {
  const words = fault === null ? null : faultWords(fms, fault)
  return {
    result: fault === null,
    stage: fault?.stage ?? null,
    code: fault?.code ?? null,
    errorMessage: words?.message ?? null,
    errorCode: fault?.stage === "auth" ? loginFailed : null,
    nextAction: words?.nextAction ?? null,
    retryAt: fault?.retryAt ?? null,
    sample: fault?.sample ?? null,
    ...cost
  }
}

/** Whether a test failed without a word against its credentials, so that they are saved with a warning. */
export const isUnverified = ({ result, stage, code }: FmsOutcome): boolean =>
  !result && stage !== null && isOutage({ stage, code: code ?? "" })

/** The warning about a connection that was saved without an answer of its FMS: what happened, and what to do. */
export const unverifiedNotice = ({ errorMessage, nextAction }: FmsOutcome): readonly [text: string, next: string] => [
  `Saved, but the FMS connection could not be verified: ${errorMessage ?? "FMS test failed"}.`,
  `${nextAction ?? ""} We're testing it again now, and then on schedule.`.trim()
]
