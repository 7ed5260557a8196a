import { Schema } from "effect"
import { defineProblem, FieldIssue } from "#core/base/problem.ts"

/** Fields of an announcement that are missing or wrong; `issues` name each. */
export class BroadcastRefused extends defineProblem<BroadcastRefused>()({
  tag: "BroadcastRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({ issues: Schema.Array(FieldIssue) }),
  words: (data) => ({
    error: data.issues.map(({ message }) => message).join(" "),
    next: "Correct the fields named and send again."
  })
}) {}
