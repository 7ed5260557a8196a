import { Cause, Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ServerFault } from "#core/api/ApiErrors.ts"
import { accessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { JobState } from "#core/jobs/Job.ts"
import { jobAccess } from "#core/jobs/jobRules.ts"
import { isAway } from "../db/databaseErrors.ts"
import { LockWrites } from "../locks/LockWrites.ts"
import { WriteLockWaiters } from "../locks/WriteLockWaiters.ts"
import { JobKindHandlers, type PieceRows } from "./JobKindHandlers.ts"
import { fatesOf, itemsOf, rowProblem, rowsReached } from "./jobItems.ts"
import { type Progress, writeOutcomes } from "./jobPieces.ts"
import { type RowOutcome, type JobRecord, type OpenRow, openRows } from "./jobSql.ts"
import { sessionUser } from "./sessionUser.ts"
import { Notices } from "../notices/Notices.ts"
import { jobNotice } from "./jobNotice.ts"
import { tellJob } from "./tellJob.ts"

/**
 * The maximum number of locks per transaction, which share the cost of a commit. 2,000 take some 90 ms on PostgreSQL and 120
 * embedded, too long for someone making a change by hand. So batches are smaller after recent manual changes, and if someone is
 * already waiting, a batch ends after the current statement (`WriteLockWaiters`).
 */
const lockRows: PieceRows = { alone: 2_000, beside: 500 }

/** If a batch can't be written, its rows are retried in batches of this size, so that the faulty one affects few others. */
const fewRows = 50

/** How long after its last batch a job counts as running, in milliseconds. */
export const leaseMillis = 15_000

/** How often a batch is tried again after the database was unavailable, as while it restarts, and the pause, in milliseconds. */
const mostRetries = 3
const retryMillis = 1_000

/** How to run a batch: how many rows, and whether to only mark them as failed. */
interface Manner {
  readonly size: number
  readonly failing: boolean
}

/** The outcome of rows that can't even be tried. */
const faulty = (rows: ReadonlyArray<OpenRow>): ReadonlyArray<RowOutcome> =>
  rows.map(({ row }) => ({
    row,
    outcome: "refuse",
    problem: rowProblem(new ServerFault()),
    lockID: null,
    auditSeq: null
  }))

/** Why a job may not run for a user, or null. */
export const startRefusal = Effect.fnUntraced(function* (user: LoggedInUser, job: JobRecord) {
  const refusal = accessRefusal(user, jobAccess[job.kind])
  const handler = (yield* JobKindHandlers).get(job.kind)
  return refusal ?? (handler === undefined ? null : yield* handler.refusal(user, job))
})

/** The user a job runs for, null if their session has ended, and why it may not continue for them. */
export const runnerOf = Effect.fnUntraced(function* (job: JobRecord) {
  const user = yield* sessionUser(job.sessionID ?? "", job.companyID)
  return { user, refusal: user === null ? null : yield* startRefusal(user, job) }
})

/**
 * Applies the next rows of a job in one transaction with their outcomes. Null if it can't continue: it is complete or canceled,
 * another server runs it, or its session has ended or lost the permission.
 */
const piece = Effect.fnUntraced(function* (job: JobRecord, runner: string, { size, failing }: Manner) {
  const sql = yield* SqlClient.SqlClient
  const writes = yield* LockWrites
  const waiters = yield* WriteLockWaiters
  const { jobKey, jobID, kind, sessionID } = job
  const { user, refusal } = yield* runnerOf(job)
  if (user === null || refusal !== null) return null
  const until = new Date((yield* Clock.currentTimeMillis) + leaseMillis).toISOString()
  const handler = (yield* JobKindHandlers).get(kind)
  if (handler !== undefined) return yield* handler.piece(user, job, { runner, size, failing, until })
  let rows: ReadonlyArray<OpenRow> = []
  const items = Effect.gen(function* () {
    const [now] = yield* sql<{ runner: string | null; state: JobState; last_row: number }>`
      SELECT runner, state, last_row FROM jobs WHERE job_id = ${jobKey} FOR UPDATE`
    const mine = now !== undefined && now.state === "applying" && now.runner === runner
    rows = mine ? yield* openRows(jobKey, now.last_row, size) : []
    return failing ? [] : yield* itemsOf(user, job, rows)
  })
  return yield* writes.run(
    { user, sessionId: sessionID },
    {
      items,
      detail: { jobID },
      enough: waiters.some,
      after: (outcomes, at): Effect.Effect<Progress | null, unknown, SqlClient.SqlClient> =>
        rows.length === 0
          ? Effect.succeed(null)
          : writeOutcomes(
              jobKey,
              failing ? faulty(rows) : fatesOf(rowsReached(rows, outcomes.length), outcomes, (done) => done),
              at,
              until
            )
    }
  )
})

/**
 * Runs a job in batches as far as it can. A batch that can't be written is retried in smaller ones, and those row by row if
 * necessary, so that only the faulty row fails. Returns whether only the database was unavailable for longer than it waits, so that
 * any server may continue.
 */
export const runJob = Effect.fn("runJob")(function* (job: JobRecord, runner: string) {
  const waiters = yield* WriteLockWaiters
  const { alone, beside } = (yield* JobKindHandlers).get(job.kind)?.pieceRows ?? lockRows
  /** For each failed larger batch, how many of its rows are still to be retried in smaller ones. */
  const left: Array<number> = []
  /** Whether to mark the next row as failed without trying it. */
  let failing = false
  let retries = 0
  for (;;) {
    const sizes = [(yield* waiters.lately) ? beside : alone, fewRows]
    const size: number = sizes[left.length] ?? 1
    const went = yield* Effect.matchCauseEffect(piece(job, runner, { size, failing }), {
      onSuccess: (progress) => Effect.succeed({ progress, broken: false, away: false }),
      onFailure: (cause) =>
        Effect.gen(function* () {
          if (Cause.hasInterrupts(cause)) return yield* Effect.interrupt
          const annotated = Effect.annotateLogs({ companyID: job.companyID, jobID: job.jobID, size })
          yield* annotated(Effect.logError(size > 1 ? "A piece of a job failed" : "A row of a job failed", cause))
          const away = isAway(cause)
          return { progress: null, broken: !away && !failing, away }
        })
    })
    if (went.broken) {
      failing = size === 1
      if (size > 1) left.push(size)
      continue
    }
    if (went.away && retries < mostRetries) {
      retries += 1
      yield* Effect.sleep(retryMillis)
      continue
    }
    if (went.progress === null) return went.away
    failing = false
    retries = 0
    left.forEach((rows, nth) => (left[nth] = rows - size))
    while ((left.at(-1) ?? 1) <= 0) left.pop()
    yield* tellJob(job.companyID, { kind: job.kind, ...went.progress })
    const { state, total, done, failed: failedRows } = went.progress
    if (state === "done") {
      const notice = jobNotice({ ...job, total, done, failed: failedRows })
      if (notice !== null) yield* Effect.flatMap(Notices, (notices) => notices.send([job.userID], notice))
    }
    if (state !== "applying") return false
  }
})
