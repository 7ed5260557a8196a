import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Which request plans a job, and until when, so that a job is planned once at a time. Before, two plans at the same time counted
 * rows twice; those counts are corrected here. `planned` is now 0 until a plan is complete, also for unfinished jobs.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN planner text COLLATE "C", ADD COLUMN plans_until timestamptz`
  yield* sql`
    UPDATE jobs SET planned = 0, would_apply = 0, would_fail = 0
    WHERE planned > 0 AND planned < total AND state IN ('receiving', 'applying')`
  yield* sql`
    UPDATE jobs j SET planned = n.planned, would_apply = n.apply, would_fail = n.refuse
    FROM jobs o CROSS JOIN LATERAL (
      SELECT count(plan)::int AS planned, (count(*) FILTER (WHERE plan = 'apply'))::int AS apply,
        (count(*) FILTER (WHERE plan = 'refuse'))::int AS refuse FROM job_rows r WHERE r.job_id = o.job_id) n
    WHERE j.job_id = o.job_id AND o.planned > o.total`
})
