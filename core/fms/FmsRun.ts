import { Schema } from "effect"
import { FacilityId, Instant } from "#core/base/ids.ts"

export const FmsRunId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({
  title: "runID"
})

/** Where a run of tests is. One that a server left half done is gone on with by the next. */
export const fmsRunStates = ["running", "done"] as const

/** Tests of one, several or all facilities, in the background. `failed` of `done` found something wrong. */
export const FmsRun = Schema.Struct({
  runID: FmsRunId,
  state: Schema.Literals(fmsRunStates),
  total: Schema.Int,
  done: Schema.Int,
  failed: Schema.Int,
  /** Asked for by a person, not by the server's own schedule. */
  manualTest: Schema.Boolean,
  createdOn: Instant,
  endedOn: Schema.NullOr(Instant)
})
export type FmsRun = typeof FmsRun.Type

/** Results that are told where nobody says how many. */
export const toldResults = 100

/** Facilities of one run at most. */
export const mostTested = 10_000

/** What a run is asked for: the facilities named, or all that have a connection to test. */
export const FmsRunRequest = Schema.Struct({
  facilityIDs: Schema.optionalKey(Schema.Array(FacilityId).check(Schema.isBetweenLength(1, mostTested))),
  /** Only those whose connection was changed since, or that were never tested. */
  changedSince: Schema.optionalKey(Instant),
  concurrency: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 16 }))),
  retries: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))),
  timeoutSeconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 120 })))
})
export type FmsRunRequest = typeof FmsRunRequest.Type
