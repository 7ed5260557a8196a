import { Schema } from "effect"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { FacilityId } from "#core/base/ids.ts"
import { defineProblem, FieldIssue } from "#core/base/problem.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { FmsOutcome } from "#core/fms/FmsTestResult.ts"

/**
 * No facility of the company has this id, or it is outside the user's facilities. `inactive` is its name if the user can see it,
 * but it is inactive and so can't be chosen.
 */
export class FacilityNotFound extends defineProblem<FacilityNotFound>()({
  tag: "FacilityNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ facilityID: FacilityId, inactive: Schema.optionalKey(Schema.String) }),
  words: (data) =>
    data.inactive === undefined
      ? { error: `Your company has no facility ${data.facilityID}.`, next: "Choose one of your facilities." }
      : { error: `${data.inactive} is inactive.`, next: "Choose an active facility." }
}) {}

/** Fields of the form break a rule of 001 §5; `issues` lists each. */
export class FacilityRefused extends defineProblem<FacilityRefused>()({
  tag: "FacilityRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({ issues: Schema.Array(FieldIssue) }),
  words: (data) => ({
    error: data.issues.map(({ message }) => message).join(" "),
    next: "Correct these fields and save again."
  })
}) {}

/** The company already has a facility of this name, ignoring case (001 §5). */
export class FacilityNameTaken extends defineProblem<FacilityNameTaken>()({
  tag: "FacilityNameTaken",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ facilityName: Schema.String }),
  words: { error: "Facility name already exists", next: "Choose another name." }
}) {}

/** The company can't change the management software of this facility (001 §5). */
export class FmsFixed extends defineProblem<FmsFixed>()({
  tag: "FmsFixed",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ managementSoftware: Fms.Id }),
  words: (data) => ({
    error: `${Fms.label(data.managementSoftware)} can't be chosen or changed here.`,
    next: "Please contact support to change it."
  })
}) {}

/** The FMS did not accept these credentials; `data` has the stage that failed (001 §4). Nothing was saved. */
export class FmsNotValidated extends defineProblem<FmsNotValidated>()({
  tag: "FmsNotValidated",
  status: 422,
  exit: "checksFailed",
  data: FmsOutcome,
  words: (data) => ({
    error: "FMS failed to validate",
    next: [data.errorMessage, data.nextAction].filter((part) => part !== null).join(". ")
  })
}) {}

/** The facility has locks that are on units or in use (001 §4). */
export class FacilityInUse extends defineProblem<FacilityInUse>()({
  tag: "FacilityInUse",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ facilityID: FacilityId, locksInUse: Schema.Int }),
  words: (data) => ({
    error: "Unable to delete a facility with locks still assigned to units",
    next: `Return or transfer the ${data.locksInUse === 1 ? "lock" : `${data.locksInUse} locks`} in use there first.`
  })
}) {}

/** The message of `FacilityChangedMeanwhile`, which a form shows before it is sent, too. */
export const facilityChanged = changedMeanwhile("This facility was", "it")

/** The facility was changed after it was opened. Nothing was saved. */
export class FacilityChangedMeanwhile extends defineProblem<FacilityChangedMeanwhile>()({
  tag: "FacilityChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ facilityID: FacilityId, version: Schema.Int, ...updatedBy }),
  words: facilityChanged
}) {}
