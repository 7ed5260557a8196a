import { Effect } from "effect"
import { resumeJob } from "#core/commands/jobCommands.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { made } from "#cli/commands/dryRun.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { jobFacts } from "./jobColumns.ts"
import { watchedToEnd } from "./watchJob.ts"

/** Goes on with a job, and waits until it is done. */
export const verb = verbOf(resumeJob, {
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, resumeJob.input)
    const { data: started } = yield* made(call, resumeJob, input)
    if (call.flags.dryRun === true) {
      return yield* Effect.promise(() => show(call.terminal, shownRecord(started, jobFacts)))
    }
    const job = yield* watchedToEnd(call, started)
    yield* Effect.promise(() => show(call.terminal, shownRecord(job, jobFacts)))
    if (job.failed > 0) call.terminal.talk(`${job.failed} rows failed: lockdesk jobs show ${job.jobID} --failed`)
    return job.failed === 0 ? exitCodes.done : job.done > job.failed ? exitCodes.partly : exitCodes.failed
  })
})
