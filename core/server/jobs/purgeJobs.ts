import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import { Settings } from "../Settings.ts"

const interval = "1 hour"

/** How long a trial is kept whose dry run never came to its end, in milliseconds. */
const trialKept = 60 * 60 * 1000

/** Rows deleted at once: nobody waits for longer than these few milliseconds. */
const batch = 500

/**
 * Deletes jobs with their rows: those that nobody began, trials of dry runs sooner, and those that are at their end, each a
 * configured time after they were touched last. One that stopped half way is kept, to be resumed or canceled. Returns
 * how many jobs that were. Several server processes may do so at once.
 */
export const purgeJobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { jobsKept } = yield* Settings
  const millis = yield* Clock.currentTimeMillis
  const before = (kept: number) => sql`${new Date(millis - kept)}::timestamptz`
  // Cancelled first: nobody begins one whose rows are on their way out.
  yield* sql`
    UPDATE jobs SET state = 'cancelled' WHERE state = 'receiving' AND updated_at < ${before(jobsKept.notBegun)}`
  const over = yield* sql<{ job_id: number }>`
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

/** Purges at the start and every hour from then on. A round that fails is reported, and the next one is on time. */
export const purgeJobsLayer = purgeJobs.pipe(
  Effect.catchTag("SqlError", (error) =>
    // When the database is away everybody hears of it; there is nothing to add.
    isDatabaseUnavailable(error) ? Effect.void : Effect.logWarning("Jobs that are over could not be purged", error)
  ),
  Effect.repeat(Schedule.spaced(interval)),
  Effect.forkScoped,
  Layer.effectDiscard
)
