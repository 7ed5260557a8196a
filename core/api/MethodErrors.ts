import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"

/** The endpoint exists, but not with this method; the response's `allow` header lists those it has. */
export class MethodNotAllowed extends defineProblem<MethodNotAllowed>()({
  tag: "MethodNotAllowed",
  status: 405,
  exit: "failed",
  data: Schema.Struct({ allowed: Schema.Array(Schema.String) }),
  words: ({ allowed }) => ({
    error: `This endpoint takes ${allowed.join(", ")}.`,
    next: "See /api/docs for the method of each endpoint."
  })
}) {}
