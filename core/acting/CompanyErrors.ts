import { Schema } from "effect"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { CompanyId } from "#core/base/ids.ts"
import { defineProblem, refusedFields } from "#core/base/problem.ts"

/** Missing or invalid fields of a company; `issues` lists each. */
export class CompanyRefused extends defineProblem<CompanyRefused>()({
  tag: "CompanyRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}

/** The message of `CompanyChangedMeanwhile`, which a form shows before it is sent, too. */
export const companyChanged = changedMeanwhile("This company was", "it")

/** The company was changed after it was opened. Nothing was saved. */
export class CompanyChangedMeanwhile extends defineProblem<CompanyChangedMeanwhile>()({
  tag: "CompanyChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ companyID: CompanyId, ...updatedBy }),
  words: companyChanged
}) {}
