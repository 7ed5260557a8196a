import { Layer } from "effect"
import { JobLedger } from "./JobLedger.ts"
import { JobRuns } from "./JobRuns.ts"

/** The list of jobs and their runs. */
export const jobsLayer = Layer.mergeAll(JobLedger.layer, JobRuns.layer)
