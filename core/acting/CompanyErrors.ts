import { defineProblem, refusedFields } from "#core/base/problem.ts"

/** Fields of a company that are missing or cannot be taken; `issues` name each. */
export class CompanyRefused extends defineProblem<CompanyRefused>()({
  tag: "CompanyRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}
