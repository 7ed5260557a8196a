import { randomUUID } from "node:crypto"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { JobId } from "#core/base/ids.ts"
import { LockWrites } from "../locks/LockWrites.ts"
import { fatesOf, itemsOf } from "./jobItems.ts"
import { changedPlan, countPlan, writePlan } from "./jobPieces.ts"
import { jobOf, type JobRecord, openRows, type RowOutcome, toJob } from "./jobSql.ts"
import { beginPlan, dropPlan, endPlan, stillPlans } from "./planLease.ts"

/** The number of rows planned together. Planning takes no write lock, so no one waits for it. */
const planRows = 1_000

/** How often to check whether another request's plan is complete. */
const joinMillis = 100

/**
 * Plans all rows of a job, and returns it. Null if this is no longer its planner: rows were added, it started, or it was canceled.
 *
 * The first plan is written as it is made, because no one relies on it before it is complete. A later one must not change parts of
 * the preview that someone saw, so only its differences are kept, and written at its end.
 */
const planAll = Effect.fnUntraced(function* (user: LoggedInUser, job: JobRecord, token: string) {
  const sql = yield* SqlClient.SqlClient
  const writes = yield* LockWrites
  const { jobKey, jobID } = job
  const first = job.planned === 0
  const changed: Array<RowOutcome> = []
  // One working set for all rows: each row sees what the rows before it would change.
  const workingSet = yield* writes.workingSet(user)
  let from = 0
  for (;;) {
    const rows = yield* openRows(jobKey, from, planRows)
    const items = yield* itemsOf(user, job, rows)
    const decisions = yield* writes.foresee(user, workingSet, items)
    const outcomes = fatesOf(rows, decisions, () => ({ lockID: null, auditSeq: null }))
    const isLast = rows.length < planRows
    if (!first) changed.push(...(yield* changedPlan(jobKey, outcomes)))
    const planned = yield* sql.withTransaction(
      Effect.gen(function* () {
        if (!(yield* stillPlans(jobKey, token))) return null
        if (first) yield* writePlan(jobKey, outcomes)
        if (!isLast) return job
        for (let nth = 0; nth < changed.length; nth += planRows) {
          yield* writePlan(jobKey, changed.slice(nth, nth + planRows))
        }
        yield* countPlan(jobKey)
        yield* endPlan(jobKey)
        return yield* jobOf(user, jobID)
      })
    )
    if (planned === null || isLast) return planned
    from = rows.at(-1)?.row ?? from
  }
})

/** Plans a job about locks. If another request plans it already, waits for that plan. */
export const planLocks = Effect.fn("planLocks")(function* (user: LoggedInUser, jobID: JobId) {
  let joined: string | null = null
  for (;;) {
    const token = randomUUID()
    const begun: Effect.Success<ReturnType<typeof beginPlan>> = yield* beginPlan(user, jobID, token, joined)
    if (begun.step === "done") return toJob(begun.job)
    if (begun.step === "wait") {
      joined = begun.planner
      yield* Effect.sleep(joinMillis)
      continue
    }
    const planned = yield* planAll(user, begun.job, token).pipe(
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : dropPlan(begun.job.jobKey, token)))
    )
    if (planned !== null) return toJob(planned)
    joined = null
  }
})
