import { randomUUID } from "node:crypto"
import { Cause, Clock, Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, JobId } from "#core/base/ids.ts"
import { type Job, type JobState, maxJobRows } from "#core/jobs/Job.ts"
import { JobNotFound, type JobRowsMissing, JobRowsRefused, JobStateRefused, rowsMissing } from "#core/jobs/JobErrors.ts"
import type { JobRefused, StartRefused } from "#core/jobs/jobRules.ts"
import { arrayText } from "../db/arrayText.ts"
import { logged } from "../db/backgroundWork.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { LockWrites } from "../locks/LockWrites.ts"
import { Notices } from "../notices/Notices.ts"
import { beatMillis, JobBeats } from "./JobBeats.ts"
import { JobKindHandlers } from "./JobKindHandlers.ts"
import { stoppedNotice } from "./jobNotice.ts"
import { planLocks } from "./jobPlan.ts"
import { leaseMillis, runJob, runnerOf, startRefusal } from "./jobRun.ts"
import { jobById, jobOf, type JobRecord, toJob } from "./jobSql.ts"
import { stopPlan } from "./planLease.ts"
import { tellJob } from "./tellJob.ts"
import type { JobKey } from "./jobKey.ts"

/** A job running in this process. */
interface Running {
  readonly companyID: CompanyId
  readonly jobID: JobId
  readonly fiber: Fiber.Fiber<void>
}

/** How often to look for jobs whose server is gone, in milliseconds. */
const looksEvery = 5_000
const takenAtOnce = 10

/** After this many takeovers without progress, a job stops until someone resumes it. */
const mostTakeovers = 3

/**
 * Plans and applies the rows of jobs. Applying continues in the background, in batches. A batch and its outcomes are one
 * transaction, so that each row is applied once even if the server crashes. All state of a job is in the database: a killed
 * server loses nothing.
 */
export class JobRuns extends Context.Service<
  JobRuns,
  {
    readonly plan: (user: LoggedInUser, jobID: JobId) => Effect.Effect<Job, JobRefused | JobStateRefused>
    /** Starts a job that is in this state. If it already runs here, it simply continues. */
    readonly start: (
      session: CurrentSession,
      jobID: JobId,
      from: JobState
    ) => Effect.Effect<Job, JobRefused | StartRefused | JobStateRefused | JobRowsRefused | JobRowsMissing>
    /** Waits until a job started here is finished or stopped. */
    readonly ended: (companyID: CompanyId, jobID: JobId) => Effect.Effect<void>
  }
>()("lockdesk/server/JobRuns") {
  static readonly layer = Layer.effect(
    JobRuns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writes = yield* LockWrites
      const handlers = yield* JobKindHandlers
      const live = yield* LiveEvents
      const services = yield* Effect.context<Effect.Services<ReturnType<typeof runJob>>>()
      const scope = yield* Scope.Scope
      const running = new Map<JobKey, Running>()
      const { beat } = yield* JobBeats
      const withHandlers = Effect.provideService(JobKindHandlers, handlers)
      const edge = <A, E>(effect: Effect.Effect<A, E | SqlError, SqlClient.SqlClient>) =>
        asServerFault(Effect.provideService(effect, SqlClient.SqlClient, sql))

      const plan = Effect.fn("JobRuns.plan")(function* (user: LoggedInUser, jobID: JobId) {
        const job = yield* jobOf(user, jobID)
        const handler = handlers.get(job.kind)
        if (handler !== undefined) {
          yield* handler.plan(user, jobID)
          return toJob(yield* jobOf(user, jobID))
        }
        return yield* planLocks(user, jobID).pipe(Effect.provideService(LockWrites, writes))
      }, edge)

      /**
       * Releases the lease. With `forOthers` the lease ends immediately, so that another server takes the job over; otherwise
       * the job waits until someone resumes it. If the database can't be written, the lease expires normally.
       */
      const releaseLease = (jobKey: JobKey, runner: string, forOthers: boolean) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (millis) => sql`
            UPDATE jobs SET runs_until = ${forOthers ? new Date(millis) : null}::timestamptz
            WHERE job_id = ${jobKey} AND runner = ${runner} AND state = 'applying'`
        ).pipe(
          Effect.catchCause((cause) => Effect.logWarning("Failed to release a job lease", cause)),
          Effect.asVoid
        )

      /** Tells everyone that a job stopped because its session ended or lost the permission, unless something else ended it. */
      const tellStopped = Effect.fnUntraced(function* (jobKey: JobKey, runner: string) {
        const job = yield* jobById(jobKey)
        if (job === undefined || job.state !== "applying" || job.runner !== runner) return
        yield* tellJob(job.companyID, job)
        const { refusal } = yield* runnerOf(job)
        const notice = stoppedNotice(job, refusal)
        if (notice !== null) yield* Effect.flatMap(Notices, (notices) => notices.send([job.userID], notice))
      }, logged("Failed to report a stopped job"))

      const fork = Effect.fnUntraced(function* (job: JobRecord, runner: string) {
        const { jobKey, companyID, jobID } = job
        const run = runJob(job, runner).pipe(
          // A stopped server is interrupted here: another server, or the next start, continues.
          Effect.onExit((exit) =>
            releaseLease(jobKey, runner, Exit.isSuccess(exit) ? exit.value : Cause.hasInterrupts(exit.cause))
          ),
          Effect.tap((isForOthers) => (isForOthers ? Effect.void : tellStopped(jobKey, runner))),
          Effect.asVoid,
          Effect.provideContext(services)
        )
        const fiber = yield* Effect.forkIn(run, scope)
        running.set(jobKey, { companyID, jobID, fiber })
        fiber.addObserver(() => {
          if (running.get(jobKey)?.fiber === fiber) running.delete(jobKey)
        })
      })

      /**
       * Takes over jobs whose lease expired without being released: their server was killed, or is stopping. They still depend
       * on the session that started them. The previous runner can't write any more: each batch checks its runner.
       */
      const takeOver = Effect.gen(function* () {
        const runner = randomUUID()
        const millis = yield* Clock.currentTimeMillis
        const taken = yield* sql<{ readonly jobKey: JobKey }>`
          UPDATE jobs SET runner = ${runner}, runs_until = ${new Date(millis + leaseMillis)}, takeovers = takeovers + 1
          WHERE job_id IN (
            SELECT job_id FROM jobs WHERE state = 'applying'
              AND (runs_until <= ${new Date(millis)} OR runs_until > ${new Date(latestTime(millis, leaseMillis))})
              AND takeovers < ${mostTakeovers} AND NOT job_id = ANY(${arrayText([...running.keys()])}::int[])
            ORDER BY runs_until LIMIT ${takenAtOnce} FOR UPDATE SKIP LOCKED)
          RETURNING job_id AS "jobKey"`
        yield* beat(taken.map(({ jobKey }) => jobKey))
        for (const { jobKey } of taken) {
          const job = yield* jobById(jobKey)
          if (job === undefined) continue
          yield* tellJob(job.companyID, job).pipe(Effect.provideService(LiveEvents, live))
          yield* fork(job, runner)
        }
      }).pipe(edge, logged("Failed to take over abandoned jobs"))
      yield* Effect.forkIn(Effect.forever(Effect.andThen(takeOver, Effect.sleep(looksEvery))), scope)
      const beatAll = Effect.suspend(() => beat([...running.keys()])).pipe(logged("Failed to report running jobs"))
      yield* Effect.forkIn(Effect.forever(Effect.andThen(beatAll, Effect.sleep(beatMillis))), scope)

      const start = Effect.fn("JobRuns.start")(function* (session: CurrentSession, jobID: JobId, from: JobState) {
        const runner = randomUUID()
        const { job, starts } = yield* sql.withTransaction(
          Effect.gen(function* () {
            const before = yield* jobOf(session.user, jobID, true)
            // A trial belongs to a dry run and can't be started.
            if (before.trial) return yield* new JobNotFound()
            if (before.state !== from) return yield* new JobStateRefused({ data: { jobID, state: before.state } })
            if (before.total === 0) return yield* new JobRowsRefused({ data: { reason: "None", most: maxJobRows } })
            const missing = rowsMissing(before)
            if (missing !== null) return yield* missing
            const refusal = yield* withHandlers(startRefusal(session.user, before))
            if (refusal !== null) return yield* refusal
            // A run that is ending, because its session ended or lost the permission, can't continue it.
            if (before.running && running.has(before.jobKey)) {
              const runner = yield* withHandlers(runnerOf(before))
              if (runner.user !== null && runner.refusal === null) return { job: before, starts: false }
            }
            const millis = yield* Clock.currentTimeMillis
            yield* sql`
              UPDATE jobs SET state = 'applying', runner = ${runner}, session_id = ${session.sessionId}, takeovers = 0,
                runs_until = ${new Date(millis + leaseMillis)}, updated_at = ${new Date(millis)} WHERE job_id = ${before.jobKey}`
            yield* stopPlan(before.jobKey)
            yield* beat([before.jobKey])
            return { job: yield* jobOf(session.user, jobID), starts: true }
          })
        )
        if (starts) {
          yield* tellJob(job.companyID, job).pipe(Effect.provideService(LiveEvents, live))
          yield* sql.afterCommit(fork(job, runner))
        }
        return toJob(job)
      }, edge)

      const ended = Effect.fnUntraced(function* (companyID: CompanyId, jobID: JobId) {
        for (;;) {
          const runs = [...running.values()].find((each) => each.companyID === companyID && each.jobID === jobID)
          if (runs === undefined) return
          yield* Fiber.await(runs.fiber)
        }
      })

      return JobRuns.of({ plan, start, ended })
    })
  )
}
