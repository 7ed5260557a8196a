import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import { Settings } from "../Settings.ts"
import type { JobKey } from "./jobKey.ts"

const interval = "1 hour"

/** How long an abandoned trial is kept, in milliseconds. */
const trialKept = 60 * 60 * 1000

/** Rows per delete, so that no one waits longer than a few milliseconds. */
const batch = 500

/**
 * Deletes jobs with their rows: those never started, trials of dry runs (sooner), and finished ones, each a configured time
 * after its last update. An interrupted one is kept, to be resumed or canceled. Returns the number of jobs. Several server
 * processes may run it at the same time.
 */
export const purgeJobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { jobsKept } = yield* Settings
  const millis = yield* Clock.currentTimeMillis
  const before = (kept: number) => sql`${new Date(millis - kept)}::timestamptz`
  // Cancel them first, so that no one starts one while its rows are deleted.
  yield* sql`
    UPDATE jobs SET state = 'cancelled' WHERE state = 'receiving' AND updated_at < ${before(jobsKept.notBegun)}`
  const over = yield* sql<{ job_id: JobKey }>`
    SELECT job_id FROM jobs
    WHERE (state = 'cancelled' AND done = 0 AND updated_at < ${before(jobsKept.notBegun)})
      OR (trial AND updated_at < ${before(trialKept)})
      OR (state IN ('done', 'cancelled') AND updated_at < ${before(jobsKept.ended)})
    ORDER BY job_id LIMIT ${batch}`
  let deleted = 0
  for (const { job_id: jobID } of over) {
    let rows = batch
    while (rows === batch) {
      rows = (yield* sql`
        DELETE FROM job_rows WHERE job_id = ${jobID} AND row IN (
          SELECT row FROM job_rows WHERE job_id = ${jobID} ORDER BY row LIMIT ${batch}) RETURNING 1`).length
    }
    deleted += (yield* sql`DELETE FROM jobs WHERE job_id = ${jobID} RETURNING 1`).length
  }
  return deleted
})

/** Runs at the start and every hour. A round that fails is logged, and the next one runs on time. */
export const purgeJobsLayer = purgeJobs.pipe(
  Effect.catchTag("SqlError", (error) =>
    // An unavailable database is already reported elsewhere.
    isDatabaseUnavailable(error) ? Effect.void : Effect.logWarning("Failed to purge finished jobs", error)
  ),
  Effect.repeat(Schedule.spaced(interval)),
  Effect.forkScoped,
  Layer.effectDiscard
)
