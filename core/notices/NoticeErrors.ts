import { Schema } from "effect"
import { FieldIssue, problemFields } from "#core/base/problem.ts"

/** Fields of an announcement that are missing or wrong; `issues` name each. */
export class BroadcastRefused extends Schema.TaggedError<BroadcastRefused>()(
  "BroadcastRefused",
  { ...problemFields, data: Schema.Struct({ issues: Schema.Array(FieldIssue) }) },
  { httpApiStatus: 422 }
) {}
