import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"
import { fmsStages } from "#core/fms/fmsStages.ts"

/**
 * The management software of the facility did not tell its units; `reason` says why and what to do, `stage` how far it came.
 */
export class UnitsUnavailable extends Schema.TaggedError<UnitsUnavailable>()(
  "UnitsUnavailable",
  {
    ...problemFields,
    data: Schema.Struct({
      facilityID: Schema.Int,
      reason: Schema.String,
      stage: Schema.optionalKey(Schema.Literals(fmsStages))
    })
  },
  { httpApiStatus: 503 }
) {}
