import { Schema } from "effect"
import { FacilityId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"
import { fmsStages } from "#core/fms/fmsStages.ts"

/**
 * The facility's management software did not return its units; `reason` says why and what to do, `stage` which stage failed.
 */
export class UnitsUnavailable extends defineProblem<UnitsUnavailable>()({
  tag: "UnitsUnavailable",
  status: 503,
  exit: "network",
  data: Schema.Struct({
    facilityID: FacilityId,
    reason: Schema.String,
    stage: Schema.optionalKey(Schema.Literals(fmsStages))
  }),
  words: (data) => ({
    error: `Couldn't load the facility's units: ${data.reason}`,
    next: "Then try again."
  })
}) {}
