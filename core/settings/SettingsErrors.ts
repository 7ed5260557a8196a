import { Schema } from "effect"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { defineProblem, refusedFields } from "#core/base/problem.ts"

/** A setting has an invalid value; `issues` lists each field. */
export class SettingRefused extends defineProblem<SettingRefused>()({
  tag: "SettingRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}

/** The message of `SettingsChangedMeanwhile`, which a form shows before it is sent, too. */
export const settingsChanged = changedMeanwhile("These settings were", "them")

/** Fields were changed after they were opened. Nothing was saved. */
export class SettingsChangedMeanwhile extends defineProblem<SettingsChangedMeanwhile>()({
  tag: "SettingsChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ fields: Schema.Array(Schema.String), ...updatedBy }),
  words: settingsChanged
}) {}

/** The report lists requests for hidden combinations, so it needs 'Hide All Lock Codes' (ledger C274). */
export class ReportNeedsHiddenCodes extends defineProblem<ReportNeedsHiddenCodes>()({
  tag: "ReportNeedsHiddenCodes",
  status: 422,
  exit: "conflict",
  words: {
    error: "The daily email report needs 'Hide All Lock Codes' to be on.",
    next: "Turn 'Hide All Lock Codes' on first."
  }
}) {}

/** The company does not have the feature flag of a setting (000 §7). */
export class SettingNotOffered extends defineProblem<SettingNotOffered>()({
  tag: "SettingNotOffered",
  status: 422,
  exit: "denied",
  words: {
    error: "Your company doesn't have this setting.",
    next: "Contact support to add it."
  }
}) {}
