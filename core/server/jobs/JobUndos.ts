import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { JobId } from "#core/base/ids.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { Job } from "#core/jobs/Job.ts"
import { JobStateRefused, type JobUnfinished } from "#core/jobs/JobErrors.ts"
import { type JobRefused, jobUndoRefusal } from "#core/jobs/jobRules.ts"
import type { UndoRefused } from "#core/locks/LockChangeErrors.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { JobLedger } from "./JobLedger.ts"
import { jobOf, toJob } from "./jobSql.ts"
import { forgetPlan } from "./planLease.ts"

/** Undoes all changes of a job, with a job that is planned, applied and resumed like any other. */
export class JobUndos extends Context.Service<
  JobUndos,
  {
    /** Creates the job with its rows, or returns an existing one that has not started or is unfinished. */
    readonly make: (user: LoggedInUser, jobID: JobId) => Effect.Effect<Job, JobRefused | JobStateRefused | UndoRefused>
  }
>()("lockdesk/server/JobUndos") {
  static readonly layer = Layer.effect(
    JobUndos,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* JobLedger
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)

      const make = Effect.fn("JobUndos.make")(function* (user: LoggedInUser, jobID: JobId) {
        const before = yield* withSql(jobOf(user, jobID))
        const { kind, state, running, source } = before
        const refusal = jobUndoRefusal(user, before)
        if (refusal !== null) return yield* refusal
        if (running || state === "receiving") return yield* new JobStateRefused({ data: { jobID, state } })
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            const job = yield* ledger
              .make(user, {
                kind: "undo",
                source: `Undo of job ${jobID}: ${source}`.slice(0, 200),
                fingerprint: `undo-job-${jobID}`,
                facilityID: null,
                status: null,
                undoes: jobID,
                columns: [],
                resume: "unfinished"
              })
              .pipe(Effect.catchTags({ FacilityNotFound: impossible(kind), JobUnfinished: impossible(kind) }))
            if (job.state !== "receiving") return job
            const { jobKey } = yield* withSql(Effect.orDie(jobOf(user, job.jobID, true)))
            const added = yield* sql`
              INSERT INTO job_rows (job_id, row, serial, cells, undoes)
              SELECT ${jobKey}, row, serial, '{}', audit_seq FROM job_rows
              WHERE job_id = ${before.jobKey} AND outcome = 'apply' AND audit_seq IS NOT NULL
              ON CONFLICT (job_id, row) DO NOTHING RETURNING 1`
            if (added.length > 0) {
              yield* withSql(forgetPlan(jobKey))
              yield* sql`UPDATE jobs SET total = total + ${added.length} WHERE job_id = ${jobKey}`
            }
            return toJob(yield* withSql(jobOf(user, job.jobID)))
          })
        )
      }, asServerFault)

      return JobUndos.of({ make })
    })
  )
}

const impossible = (kind: string) => (error: FacilityNotFound | JobUnfinished) =>
  Effect.die(new Error(`the undo of a job ${kind} was refused: ${error._tag}`))
