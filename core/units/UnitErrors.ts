import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/** The management software of the facility did not tell its units; `reason` is a sentence that says why. */
export class UnitsUnavailable extends Schema.TaggedError<UnitsUnavailable>()(
  "UnitsUnavailable",
  { ...problemFields, data: Schema.Struct({ facilityID: Schema.Int, reason: Schema.String }) },
  { httpApiStatus: 503 }
) {}
