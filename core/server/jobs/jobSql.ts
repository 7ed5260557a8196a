import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, JobId, LockId } from "#core/base/ids.ts"
import type { Job, JobKind, JobRow, JobRowOutcome, JobState, RowProblem } from "#core/jobs/Job.ts"
import { JobNotFound } from "#core/jobs/JobErrors.ts"
import { jobRefusal } from "#core/jobs/jobRules.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { personName } from "../auth/personName.ts"
import { now } from "../db/now.ts"
import { facilityName } from "../facilities/facilityRecord.ts"
import { silentMillis } from "./JobBeats.ts"
import type { JobKey } from "./jobKey.ts"

/** A job in the database, with its internal fields. */
export interface JobRecord extends Job {
  readonly jobKey: JobKey
  readonly companyID: CompanyId
  /** Planned only, for a dry run. */
  readonly trial: boolean
  readonly kind: JobKind
  readonly state: JobState
  readonly secondaryLockStatus: LockStatusId | null
  readonly runner: string | null
  readonly sessionID: string | null
}

/** The columns of a `JobRecord`, from `jobs j` with its facility and its creator. */
const jobColumns = (sql: SqlClient.SqlClient, at: string) => sql`
  j.job_id AS "jobKey", j.number AS "jobID", j.company_id AS "companyID", j.kind, j.source, j.facility_id AS "facilityID",
  ${sql.literal(facilityName("j.company_id"))} AS "facilityName",
  j.status AS "secondaryLockStatus", j.color, j.undoes, j.state, coalesce(j.state = 'applying' AND j.runs_until > ${at}::timestamptz, false)
    AND NOT EXISTS (SELECT FROM job_beats b WHERE b.job_id = j.job_id AND b.at < clock_timestamp() - ${silentMillis} * interval '1 ms')
    AS running, j.columns, j.expected, j.total, j.planned, j.would_apply AS "wouldApply", j.would_fail AS "wouldFail", j.done, j.applied,
  j.failed, j.user_id AS "userID", ${sql.literal(personName("u", "j.company_id"))} AS "createdBy", iso(j.created_at) AS "createdOn",
  iso(j.updated_at) AS "updatedOn", j.runner, j.session_id AS "sessionID",
  j.trial`

const jobJoins = (sql: SqlClient.SqlClient) =>
  sql.literal("JOIN users u USING (user_id) LEFT JOIN facilities f ON f.facility_id = j.facility_id")

/** A job in the API's format, without internal fields. */
export const toJob = (record: JobRecord): Job => {
  const { jobKey: _key, companyID: _company, runner: _runner, sessionID: _session, trial: _trial, ...job } = record
  return job
}

/** A job that the user may use. `hold` locks it until the transaction ends. */
export const jobOf = Effect.fnUntraced(function* (user: LoggedInUser, jobID: JobId, hold: boolean = false) {
  const sql = yield* SqlClient.SqlClient
  const [job] = yield* sql<JobRecord>`
    SELECT ${jobColumns(sql, yield* now)} FROM jobs j ${jobJoins(sql)}
    WHERE j.number = ${jobID} AND j.company_id = ${user.companyID} ${hold ? sql`FOR UPDATE OF j` : sql``}`
  if (job === undefined) return yield* new JobNotFound()
  const refusal = jobRefusal(user, job)
  return refusal === null ? job : yield* refusal
})

/** Any job, for the server itself. */
export const jobById = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  const [job] = yield* sql<JobRecord>`
    SELECT ${jobColumns(sql, yield* now)} FROM jobs j ${jobJoins(sql)} WHERE j.job_id = ${jobKey}`
  return job
})

/** The company's jobs that the user may use, newest first. */
export const jobsOf = Effect.fnUntraced(function* (
  user: LoggedInUser,
  kinds: ReadonlyArray<JobKind>,
  from: number | undefined,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<JobRecord>`
    SELECT ${jobColumns(sql, yield* now)} FROM jobs j ${jobJoins(sql)}
    WHERE ${listedJobs(sql, user, kinds)} ${from === undefined ? sql`` : sql`AND j.number < ${from}`}
    ORDER BY j.number DESC LIMIT ${count}`
})

/** The jobs of these kinds that the user can see: the company's or, for restricted users, their own. */
const listedJobs = (sql: SqlClient.SqlClient, user: LoggedInUser, kinds: ReadonlyArray<JobKind>) =>
  sql`j.company_id = ${user.companyID} AND NOT j.trial AND j.kind = ANY(${[...kinds]}::text[])
    ${user.facilityIDs.length === 0 ? sql`` : sql`AND j.user_id = ${user.userID}`}`

/** How many jobs of these kinds the user can see. */
export const jobsCounted = Effect.fnUntraced(function* (user: LoggedInUser, kinds: ReadonlyArray<JobKind>) {
  const sql = yield* SqlClient.SqlClient
  const [counted] = yield* sql<{ n: number }>`
    SELECT count(*)::int AS n FROM jobs j WHERE ${listedJobs(sql, user, kinds)}`
  return counted?.n ?? 0
})

/** The user's latest job with the same rows that was not canceled. */
export const jobAlike = Effect.fnUntraced(function* (user: LoggedInUser, kind: JobKind, fingerprint: string) {
  const sql = yield* SqlClient.SqlClient
  const [job] = yield* sql<JobRecord>`
    SELECT ${jobColumns(sql, yield* now)} FROM jobs j ${jobJoins(sql)}
    WHERE j.company_id = ${user.companyID} AND j.user_id = ${user.userID} AND j.fingerprint = ${fingerprint}
      AND j.kind = ${kind} AND j.state <> 'cancelled' AND NOT j.trial ORDER BY j.number DESC LIMIT 1`
  return job
})

/** A row to plan or apply. `earlier` is the first row with the same lock, and `alike` whether it asks for the same. */
export interface OpenRow {
  readonly row: number
  readonly serial: string
  readonly status: LockStatusId | null
  readonly unit: string | null
  /** Null if the job has one color for all rows. */
  readonly color: number | null
  readonly issue: RowProblem | null
  /** The audit record that an undo undoes. */
  readonly undoes: number | null
  /** Its planned outcome, if it was planned. */
  readonly plan: JobRowOutcome
  readonly earlier: number
  readonly alike: boolean
}

/** Rows after `from`, in order. */
export const openRows = Effect.fnUntraced(function* (jobKey: JobKey, from: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<OpenRow>`
    SELECT r.*, e.issue IS NULL AND (e.status, e.unit, e.color) IS NOT DISTINCT FROM (r.status, r.unit, r.color) AS alike
    FROM (
      SELECT row, serial, status, unit, color, issue, undoes, plan,
        (SELECT min(e.row) FROM job_rows e WHERE e.job_id = r.job_id AND e.serial = r.serial AND e.creates IS NULL)
          AS earlier
      FROM job_rows r WHERE r.job_id = ${jobKey} AND r.row > ${from} ORDER BY r.row LIMIT ${count}) r
    LEFT JOIN job_rows e ON e.job_id = ${jobKey} AND e.row = r.earlier
    ORDER BY r.row`
})

/** The planned or actual outcome of a row. */
export interface RowOutcome {
  readonly row: number
  readonly outcome: Exclude<JobRowOutcome, null>
  readonly problem: RowProblem | null
  readonly lockID: LockId | null
  readonly auditSeq: number | null
}

/** Rows of a job in the API's format. */
export const jobRowPage = Effect.fnUntraced(function* (
  jobKey: JobKey,
  query: { readonly from: number; readonly count: number; readonly only: "failed" | "wouldFail" | undefined }
) {
  const sql = yield* SqlClient.SqlClient
  const only =
    query.only === undefined
      ? sql``
      : query.only === "failed"
        ? sql`AND r.outcome = 'refuse'`
        : sql`AND r.plan = 'refuse'`
  return yield* sql<JobRow & { readonly cells: ReadonlyArray<string> }>`
    SELECT r.row, r.serial AS "serialCode", r.plan, r.plan_problem AS "planProblem", r.outcome,
      r.outcome_problem AS problem, r.lock_id AS "lockID", r.audit_seq AS "auditSeq", r.cells
    FROM job_rows r WHERE r.job_id = ${jobKey} AND r.row > ${query.from} ${only} ORDER BY r.row LIMIT ${query.count}`
})
