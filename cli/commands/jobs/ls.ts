import { listJobs } from "#core/commands/jobCommands.ts"
import { mostJobs } from "#core/jobs/Job.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { jobColumns } from "./jobColumns.ts"

export const verb = listVerb(listJobs, {
  noun: "jobs",
  columns: jobColumns,
  pieces: { most: mostJobs, after: ({ jobID }) => ({ from: jobID }) }
})
