import { defineProblem, refusedFields } from "#core/base/problem.ts"

/** Missing or invalid fields of an announcement; `issues` lists each. */
export class BroadcastRefused extends defineProblem<BroadcastRefused>()({
  tag: "BroadcastRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}
