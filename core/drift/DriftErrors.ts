import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/**
 * There is nothing to compare the locks of the facility with: `NoSoftware` it has no management software, `NotConnected` its
 * software is reached by files only, or not at all, `LocksOnly` the company's tier has no units (001 §4).
 */
export class DriftNeedsUnits extends Schema.TaggedError<DriftNeedsUnits>()(
  "DriftNeedsUnits",
  {
    ...problemFields,
    data: Schema.Struct({
      facilityID: Schema.Int,
      reason: Schema.Literals(["NoSoftware", "NotConnected", "LocksOnly"])
    })
  },
  { httpApiStatus: 422 }
) {}
