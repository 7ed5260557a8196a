import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Fiber, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { type Job, type JobState, maxJobRows } from "#core/jobs/Job.ts"
import { type JobNotFound, JobRowsRefused, JobStateRefused } from "#core/jobs/JobErrors.ts"
import { ImportPlans } from "../imports/ImportPlans.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { dying } from "../locks/dying.ts"
import { LockWrites } from "../locks/LockWrites.ts"
import { fatesOf, itemsOf } from "./jobItems.ts"
import { writePlan } from "./jobPieces.ts"
import { believed, runJob } from "./jobRun.ts"
import { jobOf, type JobRecord, openRows, toldJob } from "./jobSql.ts"
import { tellJob } from "./tellJob.ts"

/** Rows looked at together by a plan, which keeps nobody waiting. */
const planRows = 1_000

/**
 * Planning and doing the rows of jobs. Doing them goes on in the background, piece by piece; a piece and its outcomes are
 * one transaction, so that whatever ends in between, each row is done once. What has to be known of a job is in the
 * database alone: a server that is killed forgets nothing.
 */
export class JobRuns extends Context.Service<
  JobRuns,
  {
    readonly plan: (user: LoggedInUser, jobID: number) => Effect.Effect<Job, JobNotFound | JobStateRefused>
    /** Starts a job that is in this state. One that runs here already goes on as it does. */
    readonly start: (
      session: CurrentSession,
      jobID: number,
      from: JobState
    ) => Effect.Effect<Job, JobNotFound | JobStateRefused | JobRowsRefused>
    /** Waits until a job that was started here is at its end, or was stopped. */
    readonly ended: (jobID: number) => Effect.Effect<void>
  }
>()("lockdesk/server/JobRuns") {
  static readonly layer = Layer.effect(
    JobRuns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writes = yield* LockWrites
      const plans = yield* ImportPlans
      const live = yield* LiveEvents
      const services = yield* Effect.context<Effect.Services<ReturnType<typeof runJob>>>()
      const scope = yield* Scope.Scope
      const running = new Map<number, Fiber.Fiber<void>>()
      const edge = <A, E>(effect: Effect.Effect<A, E | SqlError, SqlClient.SqlClient>) =>
        dying(Effect.provideService(effect, SqlClient.SqlClient, sql))

      const plan = Effect.fn("JobRuns.plan")(function* (user: LoggedInUser, jobID: number) {
        const job = yield* jobOf(user, jobID)
        if (job.kind === "importFacilities") {
          yield* plans.replan(user, jobID)
          return toldJob(yield* jobOf(user, jobID))
        }
        if (job.state !== "receiving") return yield* new JobStateRefused({ data: { jobID, state: job.state } })
        yield* sql`UPDATE jobs SET planned = 0, would_apply = 0, would_fail = 0 WHERE job_id = ${jobID}`
        // One scene for all of them: a row sees what the rows before it would have done.
        const scene = yield* writes.scene(user)
        let from = 0
        for (;;) {
          const rows = yield* openRows(jobID, from, planRows)
          const items = yield* itemsOf(user, job, rows)
          const decisions = yield* writes.foresee(user, scene, items)
          yield* writePlan(
            jobID,
            fatesOf(rows, decisions, () => ({ lockID: null, auditSeq: null }))
          )
          from = rows.at(-1)?.row ?? from
          if (rows.length < planRows) return toldJob(yield* jobOf(user, jobID))
        }
      }, edge)

      /** Says that nobody runs it any more; where that cannot be said, it is found out when nothing more comes. */
      const letGo = (jobID: number, runner: string) =>
        sql`UPDATE jobs SET runs_until = NULL WHERE job_id = ${jobID} AND runner = ${runner}`.pipe(
          Effect.catchCause((cause) => Effect.logWarning("A job could not be let go", cause)),
          Effect.asVoid
        )

      const fork = Effect.fnUntraced(function* (job: JobRecord, runner: string) {
        const { jobID } = job
        const run = runJob(job, runner).pipe(Effect.ensuring(letGo(jobID, runner)), Effect.provideContext(services))
        const fiber = yield* Effect.forkIn(run, scope)
        running.set(jobID, fiber)
        fiber.addObserver(() => {
          if (running.get(jobID) === fiber) running.delete(jobID)
        })
      })

      const start = Effect.fn("JobRuns.start")(function* (session: CurrentSession, jobID: number, from: JobState) {
        const runner = randomUUID()
        const { job, starts } = yield* sql.withTransaction(
          Effect.gen(function* () {
            const before = yield* jobOf(session.user, jobID, true)
            if (before.state !== from) return yield* new JobStateRefused({ data: { jobID, state: before.state } })
            if (before.total === 0) return yield* new JobRowsRefused({ data: { reason: "None", most: maxJobRows } })
            if (running.has(jobID)) return { job: before, starts: false }
            const millis = yield* Clock.currentTimeMillis
            yield* sql`
              UPDATE jobs SET state = 'applying', runner = ${runner}, session_id = ${session.sessionId},
                runs_until = ${new Date(millis + believed)}, updated_at = ${new Date(millis)} WHERE job_id = ${jobID}`
            return { job: yield* jobOf(session.user, jobID), starts: true }
          })
        )
        if (starts) {
          yield* tellJob(job.companyID, job).pipe(Effect.provideService(LiveEvents, live))
          yield* sql.afterCommit(fork(job, runner))
        }
        return toldJob(job)
      }, edge)

      const ended = Effect.fnUntraced(function* (jobID: number) {
        const fiber = running.get(jobID)
        if (fiber !== undefined) yield* Fiber.await(fiber)
      })

      return JobRuns.of({ plan, start, ended })
    })
  )
}
