import { Schema } from "effect"
import { FacilityId, FmsRunId, Instant } from "#core/base/ids.ts"

/** The states of a test run. If a server stopped during a run, the next one continues it. */
export const fmsRunStates = ["running", "done"] as const

/** Background tests of one, several or all facilities. `failed` of the `done` tests found a problem. */
export const FmsRun = Schema.Struct({
  runID: FmsRunId,
  state: Schema.Literals(fmsRunStates),
  total: Schema.Int,
  done: Schema.Int,
  failed: Schema.Int,
  /** Started by a person, not by the server's schedule. */
  manualTest: Schema.Boolean,
  createdOn: Instant,
  endedOn: Schema.NullOr(Instant)
})
export type FmsRun = typeof FmsRun.Type

/** The default number of results. */
export const defaultResultCount = 100

/** The maximum number of facilities per run. */
export const mostTested = 10_000

/** The facilities to test: the given ones, or all that have a connection. */
export const FmsRunRequest = Schema.Struct({
  facilityIDs: Schema.optionalKey(Schema.Array(FacilityId).check(Schema.isBetweenLength(1, mostTested))),
  /** Only those whose connection was changed since then, or was never tested. */
  changedSince: Schema.optionalKey(Instant),
  concurrency: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 16 }))),
  retries: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))),
  timeoutSeconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 120 })))
})
export type FmsRunRequest = typeof FmsRunRequest.Type
