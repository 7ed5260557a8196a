import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"

/** A filter or sort of the lock search with an unknown field or an invalid value. */
export class SearchRefused extends defineProblem<SearchRefused>()({
  tag: "SearchRefused",
  status: 400,
  exit: "usage",
  data: Schema.Struct({ part: Schema.String, expected: Schema.String }),
  words: (data) => ({
    error: `'${data.part}' is not a valid search. Expected ${data.expected}.`,
    next: "Correct the filter or sort and search again."
  })
}) {}

const hiddenFields: Readonly<Record<string, string>> = {
  updatedBy: "who changed a lock",
  updatedOn: "when a lock was changed"
}

/** A lock search by a field that the user can't see: its result would show it (001 §2: vendors). */
export class SearchNotShown extends defineProblem<SearchNotShown>()({
  tag: "SearchNotShown",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ part: Schema.String }),
  words: ({ part }) => ({
    error: `Your role can't see ${hiddenFields[part] ?? "the status of locks"}, so you can't search or sort by it.`,
    next: "Search or sort by serial code, unit, facility or color."
  })
}) {}
