import { Schema } from "effect"
import { FacilityId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"
import { fmsStages } from "#core/fms/fmsStages.ts"

/**
 * The facility's management software did not return its units; `reason` says why, `next` what to do, `stage` which stage
 * failed. `retryAfter` is in seconds; it is missing if something has to be corrected first, such as the credentials.
 */
export class UnitsUnavailable extends defineProblem<UnitsUnavailable>()({
  tag: "UnitsUnavailable",
  status: 503,
  exit: "network",
  retryAfter: ({ retryAfter }) => retryAfter,
  data: Schema.Struct({
    facilityID: FacilityId,
    reason: Schema.String,
    next: Schema.String,
    stage: Schema.optionalKey(Schema.Literals(fmsStages)),
    retryAfter: Schema.optionalKey(Schema.Int)
  }),
  words: (data) => ({
    error: `Couldn't load the facility's units: ${data.reason}`,
    next: data.next
  })
}) {}
