import { Effect } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import type { Job } from "#core/jobs/Job.ts"

/**
 * Starts a planned job, or continues one that was started before, and returns it; a done job as it is. The server and other
 * terminals use the same jobs, so it may have been started or ended since it was read.
 */
export const startJob = Effect.fnUntraced(function* (job: Job) {
  const client = yield* ApiClient
  const call = { params: { id: job.jobID }, query: {} }
  if (job.state === "done") return job
  const begun = job.state === "receiving" ? client.jobs.apply(call) : client.jobs.resume(call)
  const { data } = yield* begun.pipe(
    Effect.catchTag("JobStateRefused", (refusal) =>
      Effect.flatMap(client.jobs.show(call), (shown) =>
        shown.data.state === "done"
          ? Effect.succeed(shown)
          : shown.data.state === "applying"
            ? client.jobs.resume(call)
            : Effect.fail(refusal)
      )
    )
  )
  return data
})
