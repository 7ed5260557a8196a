import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/** No facility of the company has this id, or it is outside the user's facilities. */
export class FacilityNotFound extends Schema.TaggedError<FacilityNotFound>()(
  "FacilityNotFound",
  { ...problemFields, data: Schema.Struct({ facilityID: Schema.Int }) },
  { httpApiStatus: 404 }
) {}
