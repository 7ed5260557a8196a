import { Layer } from "effect"
import { BulkActivations } from "./BulkActivations.ts"
import { JobUndos } from "./JobUndos.ts"
import { JobsHttp } from "./JobsHttp.ts"
import { jobsLayer } from "./jobsLayer.ts"
import { purgeJobsLayer } from "./purgeJobs.ts"

export const calls = JobsHttp
export const services = Layer.mergeAll(BulkActivations.layer, JobUndos.layer).pipe(Layer.provideMerge(jobsLayer))
export const standing = purgeJobsLayer
