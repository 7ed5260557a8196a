import type { Job } from "#core/jobs/Job.ts"
import { jobKindNames, jobStateText } from "#core/jobs/jobWords.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

const listed: ReadonlyArray<Column<Omit<Job, "jobID">>> = [
  { heading: "Kind", text: (job) => jobKindNames[job.kind] },
  { heading: "State", text: jobStateText, shrinks: "never" },
  { heading: "Done", text: (job) => `${job.done} of ${job.total}`, shrinks: "never" },
  { heading: "Failed", text: (job) => String(job.failed), shrinks: "never" },
  { heading: "Facility", text: (job) => job.facilityName ?? "" },
  { heading: "Source", text: (job) => job.source, shrinks: "first" },
  { heading: "By", text: (job) => job.createdBy },
  { heading: "Made", text: (job) => timeText(job.createdOn), shrinks: "first" }
]

const number: Column<Job> = { heading: "Job", text: (job) => String(job.jobID), shrinks: "never" }

/** A job in a list. */
export const jobColumns: ReadonlyArray<Column<Job>> = [number, ...listed]

/** The facts of a dry run, whose job has no number. */
export const dryRunFacts: ReadonlyArray<Column<Omit<Job, "jobID">>> = [
  ...listed,
  { heading: "Changed", text: (job) => String(job.applied) },
  { heading: "Planned", text: (job) => (job.planned === 0 ? "" : `${job.wouldApply} of ${job.planned} would change`) },
  { heading: "Updated", text: (job) => timeText(job.updatedOn) }
]

/** A single job, line by line. */
export const jobFacts: ReadonlyArray<Column<Job>> = [number, ...dryRunFacts]
