import { isProblem } from "#core/api/problem.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { Clock, Effect } from "effect"
import type { JobId } from "#core/base/ids.ts"
import { resumeJob, showJob } from "#core/commands/jobCommands.ts"
import type { Job } from "#core/jobs/Job.ts"
import { paceOf } from "#core/jobs/jobPace.ts"
import { endedEarlyText } from "#core/jobs/jobWords.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { follow, isAwayFrom, sayingAway, waitingText } from "#cli/commands/follow.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"
import { problemFailure } from "#cli/output/failureOf.ts"
import { otherLine } from "#cli/output/resumeLine.ts"

/** The interval of progress lines without a terminal, in milliseconds. */
const progressEvery = 10_000

/** After an outage, a job that isn't running yet may be continued by the server that is back. */
export const goesOn = (job: Job, wasAway: boolean): boolean => job.running || (wasAway && job.state === "applying")

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
  const sayAway = sayingAway((text) => terminal.talk(text))
  const show = (job: Job, now: number, wait: number | null): void => {
    const pace = paceOf(started.done, job, now - began)
    if (screen !== null) return screen.show(wait === null ? pace : { ...pace, text: waitingText(wait) })
    sayAway(wait)
    if (wait === null && job.running && now - lastShown >= progressEvery) {
      terminal.talk(pace.text)
      lastShown = now
    }
  }
  return yield* follow(started, {
    look: Effect.map(runOf(showJob)({ job: started.jobID }), ({ data }) => data),
    isAway: isAwayFrom(host),
    goesOn,
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
  const isCanceled = job.state === "cancelled"
  if (isCanceled) terminal.resumesWith(null)
  const why = isCanceled ? null : yield* whyStopped(jobID)
  const ended = endedEarlyText(job)
  return yield* Effect.fail(
    new Failure({
      code: isCanceled ? "JobCancelled" : "JobStopped",
      message: why === null ? ended : `${ended} ${why.message}`,
      next: why?.facts.next ?? `See lockdesk jobs show ${jobID}.`,
      exit: job.done === 0 ? exitCodes.failed : exitCodes.partly
    })
  )
})

/** Why a job that stopped can't go on, as when its company lost a feature: what resuming it answers. Null if it could. */
const whyStopped = (jobID: JobId) =>
  Effect.match(asDryRun(runOf(resumeJob)({ job: jobID })), {
    onSuccess: () => null,
    onFailure: (error) => (isProblem(error) ? problemFailure(error) : null)
  })
