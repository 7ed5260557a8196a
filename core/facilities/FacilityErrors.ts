import { Schema } from "effect"
import { FieldIssue, problemFields } from "#core/base/problem.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { FmsOutcome } from "#core/fms/FmsTestResult.ts"

/** No facility of the company has this id, or it is outside the user's facilities. */
export class FacilityNotFound extends Schema.TaggedError<FacilityNotFound>()(
  "FacilityNotFound",
  { ...problemFields, data: Schema.Struct({ facilityID: Schema.Int }) },
  { httpApiStatus: 404 }
) {}

/** Fields of the form break a rule of 001 §5; `issues` name each. */
export class FacilityRefused extends Schema.TaggedError<FacilityRefused>()(
  "FacilityRefused",
  { ...problemFields, data: Schema.Struct({ issues: Schema.Array(FieldIssue) }) },
  { httpApiStatus: 422 }
) {}

/** The company has a facility of this name, case aside (001 §5). */
export class FacilityNameTaken extends Schema.TaggedError<FacilityNameTaken>()(
  "FacilityNameTaken",
  { ...problemFields, data: Schema.Struct({ facilityName: Schema.String }) },
  { httpApiStatus: 409 }
) {}

/** The management software of this facility is not changed by its company (001 §5). */
export class FmsFixed extends Schema.TaggedError<FmsFixed>()(
  "FmsFixed",
  { ...problemFields, data: Schema.Struct({ managementSoftware: Fms.Id }) },
  { httpApiStatus: 422 }
) {}

/** The FMS did not answer to these credentials; `data` says how far it came (001 §4). Nothing was written. */
export class FmsNotValidated extends Schema.TaggedError<FmsNotValidated>()(
  "FmsNotValidated",
  { ...problemFields, data: FmsOutcome },
  { httpApiStatus: 422 }
) {}

/** Locks of the facility are on units or in use (001 §4). */
export class FacilityInUse extends Schema.TaggedError<FacilityInUse>()(
  "FacilityInUse",
  { ...problemFields, data: Schema.Struct({ facilityID: Schema.Int, locksInUse: Schema.Int }) },
  { httpApiStatus: 409 }
) {}

/** The facility is not what it was when it was opened. Nothing was changed. */
export class FacilityChangedMeanwhile extends Schema.TaggedError<FacilityChangedMeanwhile>()(
  "FacilityChangedMeanwhile",
  { ...problemFields, data: Schema.Struct({ facilityID: Schema.Int, version: Schema.Int }) },
  { httpApiStatus: 409 }
) {}
