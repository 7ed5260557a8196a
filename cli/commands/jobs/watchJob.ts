import { countOf } from "#core/base/countOf.ts"
import { Clock, Effect } from "effect"
import { countText } from "#core/base/countText.ts"
import { showJob } from "#core/commands/jobCommands.ts"
import type { Job } from "#core/jobs/Job.ts"
import { paceOf } from "#core/jobs/jobPace.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"
import { failureOf } from "#cli/output/failureOf.ts"
import { otherLine } from "#cli/output/resumeLine.ts"
import { followJob } from "./followJob.ts"

/** The interval of progress lines without a terminal, in milliseconds. */
const progressEvery = 10_000

/** Follows a job until it stops running, and shows its progress: a live line at a terminal, separate lines otherwise. */
export const watchJob = Effect.fnUntraced(function* (call: Call, started: Job) {
  const { terminal } = call
  const { host } = call.target()
  const atTerminal = terminal.streams.stderr.isTTY && !terminal.outputOptions.quiet
  const screen = atTerminal
    ? yield* Effect.acquireRelease(
        Effect.promise(async () => (await import("#cli/screens/progressOnScreen.ts")).progressOnScreen(terminal)),
        (drawn) => Effect.promise(() => drawn.close())
      )
    : null
  const began = yield* Clock.currentTimeMillis
  let lastShown = began
  let waited = false
  const show = (job: Job, now: number, wait: number | null): void => {
    const pace = paceOf(started.done, job, now - began)
    const waits = wait !== null
    screen?.show(waits ? { ...pace, text: `Waiting for the server (${wait} s)` } : pace)
    if (screen === null && waits !== waited) {
      terminal.talk(waits ? `The server isn't responding. Waiting up to ${wait} seconds.` : "The server is back.")
    }
    waited = waits
    if (screen === null && !waits && job.running && now - lastShown >= progressEvery) {
      terminal.talk(pace.text)
      lastShown = now
    }
  }
  return yield* followJob(started, {
    look: Effect.map(runOf(showJob)({ job: started.jobID }), ({ data }) => data),
    isAway: (error) => failureOf(error, host).facts.exit === exitCodes.network,
    show
  })
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
