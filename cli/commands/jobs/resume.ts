import { countOf } from "#core/base/countOf.ts"
import { Effect } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { resumeJob, showJob } from "#core/commands/jobCommands.ts"
import { isImportKind, type Job } from "#core/jobs/Job.ts"
import { rowsMissing } from "#core/jobs/JobErrors.ts"
import { planText } from "#core/jobs/jobWords.ts"
import { dryRunWords, made } from "#cli/commands/dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { exitOfRows } from "#cli/exitCodes.ts"
import { confirmPlan } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { jobFacts } from "./jobColumns.ts"
import { startJob } from "./startJob.ts"
import { watchedToEnd } from "./watchJob.ts"

/** Watches a started job to its end and shows it. A dry run only shows it. */
const toEnd = Effect.fnUntraced(function* (call: Call, started: Job) {
  if (call.flags.dryRun === true) {
    return yield* show(call.terminal, shownRecord(started, jobFacts))
  }
  const job = started.state === "done" ? started : yield* watchedToEnd(call, started)
  yield* show(call.terminal, shownRecord(job, jobFacts))
  if (job.failed > 0)
    call.terminal.talk(`${countOf(job.failed, "row")} failed: lockdesk jobs show ${job.jobID} --failed`)
  return exitOfRows(job.failed, job.done - job.failed)
})

/** Plans a job that was left before it started, shows the plan and asks for confirmation. */
const planned = Effect.fnUntraced(function* (call: Call, { jobID }: Job) {
  const { terminal, flags } = call
  const client = yield* ApiClient
  const plan = client.jobs.plan({ params: { id: jobID }, query: {} })
  const { data: job } = yield* flags.dryRun === true ? asDryRun(plan) : plan
  if (flags.dryRun === true) {
    terminal.talk(planText(job))
    terminal.talk(dryRunWords)
    return job
  }
  const confirmed = flags.yes === true || job.wouldApply === 0
  yield* Effect.tryPromise({ try: () => confirmPlan(terminal, confirmed, planText(job)), catch: (cause) => cause })
  return yield* startJob(job)
})

/**
 * Resumes a job, and waits until it is done. A job that is already done counts as success. One that wasn't started is planned and
 * started.
 */
export const verb = verbOf(resumeJob, {
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, resumeJob.input)
    const { data: before } = yield* runOf(showJob)(input)
    const missing = rowsMissing(before)
    if (missing !== null) return yield* missing
    if (before.state === "receiving" && !isImportKind(before.kind)) {
      const begun = yield* planned(call, before)
      return yield* toEnd(call, begun)
    }
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
    if (started.state === "done" && call.flags.dryRun !== true) {
      call.terminal.talk(`Job ${started.jobID} is already done. Nothing to do.`)
    }
    return yield* toEnd(call, started)
  })
})
