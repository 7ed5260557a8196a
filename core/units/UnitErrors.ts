import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"
import { fmsStages } from "#core/fms/fmsStages.ts"

/**
 * The management software of the facility did not tell its units; `reason` says why and what to do, `stage` how far it came.
 */
export class UnitsUnavailable extends defineProblem<UnitsUnavailable>()({
  tag: "UnitsUnavailable",
  status: 503,
  exit: "network",
  data: Schema.Struct({
    facilityID: Schema.Int,
    reason: Schema.String,
    stage: Schema.optionalKey(Schema.Literals(fmsStages))
  }),
  words: (data) => ({
    error: `Couldn't load the facility's units: ${data.reason}`,
    next: "Try again in a moment. You can still type a unit."
  })
}) {}
