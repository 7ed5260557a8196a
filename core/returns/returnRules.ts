import type { RowProblem } from "#core/jobs/Job.ts"

/** A row of a file whose lock is not waiting to be processed, or is in the inventory. */
export const notReturned: RowProblem = {
  code: "ReturnsRefused",
  error: "This isn't a returned lock.",
  fix: "Set its status to Returned to Dropbox first."
}
