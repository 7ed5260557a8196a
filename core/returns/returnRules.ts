import type { RowProblem } from "#core/jobs/Job.ts"

/** A row of a file whose lock is not waiting to be processed, or is at another facility than the others. */
export const notReturned: RowProblem = {
  code: "ReturnsRefused",
  error: "This isn't a returned lock at this facility.",
  fix: "Set its status to Returned to Dropbox first, and process one facility at a time."
}
