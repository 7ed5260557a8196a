import { countOf } from "#core/base/countOf.ts"
import { Clock, Effect } from "effect"
import { countText } from "#core/base/countText.ts"
import { showJob } from "#core/commands/jobCommands.ts"
import type { Job } from "#core/jobs/Job.ts"
import { type JobPace, paceOf } from "#core/jobs/jobPace.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"
import { otherLine } from "#cli/output/resumeLine.ts"

/** The polling interval of a job, in milliseconds. */
const lookEvery = 250

/** The interval of progress lines without a terminal, in milliseconds. */
const progressEvery = 10_000

/** Polls a job until it stops running, and shows its progress: a live line at a terminal, separate lines otherwise. */
export const watchJob = Effect.fnUntraced(function* (call: Call, started: Job) {
  const { terminal } = call
  const atTerminal = terminal.streams.stderr.isTTY && !terminal.outputOptions.quiet
  const screen = atTerminal
    ? yield* Effect.acquireRelease(
        Effect.promise(async () => (await import("#cli/screens/progressOnScreen.ts")).progressOnScreen(terminal)),
        (drawn) => Effect.promise(() => drawn.close())
      )
    : null
  const began = yield* Clock.currentTimeMillis
  let lastShown = began
  let job = started
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const pace: JobPace = paceOf(started.done, job, now - began)
    screen?.show(pace)
    if (!job.running) return job
    if (screen === null && now - lastShown >= progressEvery) {
      terminal.talk(pace.text)
      lastShown = now
    }
    yield* Effect.sleep(lookEvery)
    job = (yield* runOf(showJob)({ job: job.jobID })).data
  }
}, Effect.scoped)

/** Watches a job to its end. If the job stops early, fails with the command that continues it. */
export const watchedToEnd = Effect.fnUntraced(function* (call: Call, started: Job) {
  const { jobID } = started
  const { terminal } = call
  if (terminal.resume === null) terminal.resumesWith(otherLine(call, `jobs resume ${jobID}`))
  const job = yield* watchJob(call, started).pipe(
    Effect.onInterrupt(() => Effect.sync(() => terminal.talk(`Job ${jobID} continues on the server.`)))
  )
  if (job.state === "done") return job
  if (job.state === "cancelled") terminal.resumesWith(null)
  return yield* Effect.fail(
    new Failure({
      code: job.state === "cancelled" ? "JobCancelled" : "JobStopped",
      message: `Job ${jobID} ${job.state === "cancelled" ? "was canceled" : "stopped"} at ${countText(job.done)} of ${countOf(job.total, "row")}.`,
      next: `See lockdesk jobs show ${jobID}.`,
      exit: job.done === 0 ? exitCodes.failed : exitCodes.partly
    })
  )
})
