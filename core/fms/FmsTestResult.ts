import { Schema } from "effect"
import { FacilityId, Instant, rowId } from "#core/base/ids.ts"
import { faultWords, fmsStages, isOutage, loginFailed, type SeenFault } from "./fmsStages.ts"
import { Fms, type FmsId } from "./fmsSystems.ts"

export const FmsResultId = rowId("resultID")
export type FmsResultId = typeof FmsResultId.Type

/** The outcome of one connection test. */
export const FmsOutcome = Schema.Struct({
  result: Schema.Boolean,
  /** The stage that failed; null if all succeeded. */
  stage: Schema.NullOr(Schema.Literals(fmsStages)),
  /** The exact error, such as `-98`, `ECONNREFUSED` or `timeout`; never anything that was sent. */
  code: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String),
  /** 401 for a failed login (001 §3), else null. */
  errorCode: Schema.NullOr(Schema.Int),
  nextAction: Schema.NullOr(Schema.String),
  /** When calls are allowed again after a call budget was used up. */
  retryAt: Schema.NullOr(Instant),
  /** Milliseconds from the first call to the last response. */
  latencyMs: Schema.Int,
  /** Calls made to the FMS, including retries. */
  callsUsed: Schema.Int,
  /** A redacted excerpt of a response with an unknown format, to attach to a support ticket. */
  sample: Schema.NullOr(Schema.String),
  /** The response came from a local simulator, not from the vendor. */
  simulated: Schema.Boolean
})
export type FmsOutcome = typeof FmsOutcome.Type

/** The latest test of a facility (001 §3), with the stage it reached and what to do next. */
export const FmsTestResult = Schema.Struct({
  resultID: FmsResultId,
  facilityID: FacilityId,
  facilityName: Schema.String,
  managementSoftware: Fms.Id,
  managementSoftwareName: Schema.String,
  ...FmsOutcome.fields,
  /** The result of the previous test; null if there was none. */
  previousResult: Schema.NullOr(Schema.Boolean),
  timestamp: Instant,
  manualTest: Schema.Boolean
})
export type FmsTestResult = typeof FmsTestResult.Type

/** The failed stage of a connection, with the error `code`. */
export interface FmsFault extends SeenFault {
  readonly sample: string | null
}

/** The outcome of a test: a fault with its message from the table, or success. */
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

/** Whether a test failed without proving the credentials wrong, so that they are saved with a warning. */
export const isUnverified = ({ result, stage, code }: FmsOutcome): boolean =>
  !result && stage !== null && isOutage({ stage, code: code ?? "" })

/**
 * The warning for a connection that was saved without a response from its FMS: what happened, and what to do.
 * @param dryRun whether nothing was saved: then it says what would happen
 */
export const unverifiedNotice = (
  { errorMessage, nextAction }: FmsOutcome,
  { dryRun = false }: { readonly dryRun?: boolean } = {}
): readonly [text: string, next: string] => [
  `${dryRun ? "Would be saved" : "Saved"}, but the FMS connection could not be verified: ${errorMessage ?? "FMS test failed"}.`,
  `${nextAction ?? ""} ${dryRun ? "It would be tested again right after saving" : "We're testing it again now"}, and then on schedule.`.trim()
]
