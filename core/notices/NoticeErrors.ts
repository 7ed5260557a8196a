import { defineProblem, refusedFields } from "#core/base/problem.ts"

/** Fields of an announcement that are missing or wrong; `issues` name each. */
export class BroadcastRefused extends defineProblem<BroadcastRefused>()({
  tag: "BroadcastRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}
