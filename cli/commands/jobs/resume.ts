import { countOf } from "#core/base/countOf.ts"
import { Effect } from "effect"
import { resumeJob, showJob } from "#core/commands/jobCommands.ts"
import { made } from "#cli/commands/dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { jobFacts } from "./jobColumns.ts"
import { watchedToEnd } from "./watchJob.ts"

/** Resumes a job, and waits until it is done. A job that is already done counts as success. */
export const verb = verbOf(resumeJob, {
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, resumeJob.input)
    const { data: before } = yield* runOf(showJob)(input)
    const { data: started } = yield* (
      before.state === "done" ? runOf(showJob)(input) : made(call, resumeJob, input)
    ).pipe(
      // It may have ended since it was read.
      Effect.catch((refusal) =>
        Effect.flatMap(runOf(showJob)(input), (now) =>
          now.data.state === "done" ? Effect.succeed(now) : Effect.fail(refusal)
        )
      )
    )
    if (call.flags.dryRun === true) {
      return yield* Effect.promise(() => show(call.terminal, shownRecord(started, jobFacts)))
    }
    if (started.state === "done") call.terminal.talk(`Job ${started.jobID} is already done. Nothing to do.`)
    const job = started.state === "done" ? started : yield* watchedToEnd(call, started)
    yield* Effect.promise(() => show(call.terminal, shownRecord(job, jobFacts)))
    if (job.failed > 0)
      call.terminal.talk(`${countOf(job.failed, "row")} failed: lockdesk jobs show ${job.jobID} --failed`)
    return job.failed === 0 ? exitCodes.done : job.done > job.failed ? exitCodes.partly : exitCodes.failed
  })
})
