import { Clock, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { JobId } from "#core/base/ids.ts"
import { JobStateRefused } from "#core/jobs/JobErrors.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { leaseMillis } from "./jobRun.ts"
import { jobOf } from "./jobSql.ts"
import type { JobKey } from "./jobKey.ts"

/**
 * A job is planned by one request at a time, its planner. `jobs.planner` is the planner's token, and `jobs.plans_until` the end
 * of its lease: null once its plan is complete. A planner writes only while the job still has its token, so an expired or stopped
 * one changes nothing.
 */
const leaseEnd = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis + leaseMillis))

/** Whether a transaction is open around the current work, as in a dry run. */
const inTransaction = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(Effect.serviceOption(sql.transactionService), Option.isSome)
)

/**
 * Makes `token` the planner of a job, unless it is being planned. `joined` is the planner that the caller waited for: if its
 * plan is complete, it is the caller's plan too.
 */
export const beginPlan = Effect.fnUntraced(function* (
  user: LoggedInUser,
  jobID: JobId,
  token: string,
  joined: string | null
) {
  const sql = yield* SqlClient.SqlClient
  // A dry run can't wait: it holds locks, or the only connection. What it writes is rolled back, so it disturbs no one.
  const waits = !(yield* inTransaction)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const job = yield* jobOf(user, jobID, true)
      const millis = yield* Clock.currentTimeMillis
      const [lease] = yield* sql<{ planner: string | null; complete: boolean; alive: boolean }>`
        SELECT planner, plans_until IS NULL AS complete,
          coalesce(plans_until > ${new Date(millis)}::timestamptz
            AND plans_until <= ${new Date(latestTime(millis, leaseMillis))}::timestamptz, false) AS alive
        FROM jobs WHERE job_id = ${job.jobKey}`
      const { planner = null, complete = false, alive = false } = lease ?? {}
      if (planner !== null && planner === joined && complete) return { job, step: "done" as const }
      if (job.state !== "receiving") return yield* new JobStateRefused({ data: { jobID, state: job.state } })
      if (planner !== null && alive && waits) return { step: "wait" as const, planner }
      yield* sql`
        UPDATE jobs SET planner = ${token}, plans_until = ${yield* leaseEnd} WHERE job_id = ${job.jobKey}`
      return { job, step: "plan" as const }
    })
  )
})

/** Extends a planner's lease in the caller's transaction, and locks the job until it ends. False if it is no longer the planner. */
export const stillPlans = Effect.fnUntraced(function* (jobKey: JobKey, token: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    UPDATE jobs SET plans_until = ${yield* leaseEnd}
    WHERE job_id = ${jobKey} AND planner = ${token} AND state = 'receiving' RETURNING 1`
  return rows.length > 0
})

/** Ends a complete plan, in the transaction that counts its rows. */
export const endPlan = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE jobs SET plans_until = NULL WHERE job_id = ${jobKey}`
})

/** Ends a plan that failed or whose caller is gone, so that no one waits for it. If that fails, its lease expires. */
export const dropPlan = Effect.fnUntraced(function* (jobKey: JobKey, token: string) {
  if (yield* inTransaction) return
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE jobs SET planner = NULL, plans_until = NULL
    WHERE job_id = ${jobKey} AND planner = ${token} AND plans_until IS NOT NULL`.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Failed to end a plan", cause))
  )
})

/** Stops a running plan of a job that starts, in the transaction that starts it. A complete one stays, for those who wait. */
export const stopPlan = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE jobs SET planner = NULL, plans_until = NULL WHERE job_id = ${jobKey} AND plans_until IS NOT NULL`
})

/** Makes a running or complete plan out of date, in the transaction that adds rows. */
export const forgetPlan = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE jobs SET planner = NULL, plans_until = NULL WHERE job_id = ${jobKey}`
})
