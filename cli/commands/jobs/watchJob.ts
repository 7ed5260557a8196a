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

/** How long it takes at most until a server continues a job that another one, or itself, had to leave, in milliseconds. */
const takeOverMillis = 25_000

/** Whether a job has stopped halfway: a server may continue it, or someone may resume it. */
const isLeft = ({ state, running }: Job): boolean => state === "applying" && !running

/** After an outage, a job that isn't running yet may be continued by the server that is back. */
export const goesOn = (job: Job, mayContinue: boolean): boolean => job.running || (mayContinue && isLeft(job))

const lookAt = ({ jobID }: Job) => Effect.map(runOf(showJob)({ job: jobID }), ({ data }) => data)

/** Follows a job until it stops running, and shows its progress: a live line at a terminal, separate lines otherwise. */
export const watchJob = Effect.fnUntraced(function* (call: Call, started: Job) {
  const { terminal } = call
  const { host } = call.target()
  const atTerminal = terminal.mayReplace && !terminal.outputOptions.quiet
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
    look: lookAt(started),
    isAway: isAwayFrom(host),
    goesOn,
    show
  })
}, Effect.scoped)

/**
 * Follows a job until it ends or stays stopped, and returns why it may not continue. A server continues a job by itself that it left
 * only because its database was unavailable for a while, as with a full disk.
 */
const followJob = Effect.fnUntraced(function* (call: Call, started: Job) {
  const { terminal } = call
  let job = yield* watchJob(call, started)
  while (isLeft(job)) {
    const why = yield* whyStopped(call, job.jobID)
    if (why !== null) return { job, why }
    terminal.talk(
      `${endedEarlyText(job)} Waiting up to ${takeOverMillis / 1000} seconds for the server to continue it.`
    )
    const next = yield* follow(job, {
      look: lookAt(job),
      isAway: isAwayFrom(call.target().host),
      goesOn: (now, mayContinue) => isLeft(now) && mayContinue,
      continuesWithin: takeOverMillis,
      show: () => undefined
    })
    if (isLeft(next)) return { job: next, why: null }
    job = yield* watchJob(call, next)
  }
  return { job, why: null }
})

/** Watches a job to its end. If the job stops early, fails with the command that continues it. */
export const watchedToEnd = Effect.fnUntraced(function* (call: Call, started: Job) {
  const { jobID } = started
  const { terminal } = call
  if (terminal.resume === null) terminal.resumesWith(otherLine(call, `jobs resume ${jobID}`))
  const { job, why } = yield* followJob(call, started).pipe(
    Effect.onInterrupt(() => Effect.sync(() => terminal.talk(`Job ${jobID} continues on the server.`)))
  )
  if (job.state === "done") return job
  const isCanceled = job.state === "cancelled"
  if (isCanceled) terminal.resumesWith(null)
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
const whyStopped = (call: Call, jobID: JobId) => {
  const isAway = isAwayFrom(call.target().host)
  return Effect.match(asDryRun(runOf(resumeJob)({ job: jobID })), {
    onSuccess: () => null,
    // It may have been continued or have ended meanwhile, or may be continued after the outage.
    onFailure: (error) =>
      isProblem(error) && error._tag !== "JobStateRefused" && !isAway(error) ? problemFailure(error) : null
  })
}
