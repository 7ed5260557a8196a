import type { Problem } from "#core/api/problem.ts"
import * as LockSearches from "#core/locks/LockSearchErrors.ts"

/** The failures of the lock search (see `words.test.ts`). */
export const lockSearchFailures: ReadonlyArray<readonly [Problem, number, string]> = [
  [
    new LockSearches.SearchNotShown({ data: { part: "status" } }),
    403,
    "Your role can't see the status of locks, so you can't search or sort by it."
  ],
  [
    new LockSearches.SearchNotShown({ data: { part: "updatedBy" } }),
    403,
    "Your role can't see who changed a lock, so you can't search or sort by it."
  ],
  [
    new LockSearches.SearchRefused({ data: { part: "x=1", expected: "y" } }),
    400,
    "'x=1' is not a valid search. Expected y."
  ]
]
