import { Layer } from "effect"
import { importPlansLayer } from "../imports/importPlansLayer.ts"
import { JobLedger } from "./JobLedger.ts"
import { JobRuns } from "./JobRuns.ts"

/** The list of jobs and their runs, which plans of imports are among. */
export const jobsLayer = Layer.mergeAll(JobLedger.layer, JobRuns.layer).pipe(Layer.provide(importPlansLayer))
