import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { accessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { csvLine } from "#core/base/csvText.ts"
import type { FacilityId, JobId, UserId } from "#core/base/ids.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import {
  isImportKind,
  type Job,
  type JobKind,
  jobKinds,
  type JobRow,
  type JobRowInput,
  maxJobRows
} from "#core/jobs/Job.ts"
import { JobRowsRefused, JobStateRefused, JobUnfinished } from "#core/jobs/JobErrors.ts"
import { jobAccess, type JobRefused, readJobRow } from "#core/jobs/jobRules.ts"
import { keptColumns, problemColumns } from "#core/jobs/keptColumns.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { JobKindHandlers } from "./JobKindHandlers.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { jobAlike, jobOf, jobsCounted, jobsOf, toJob, jobRowPage } from "./jobSql.ts"
import { forgetPlan } from "./planLease.ts"
import { tellJob } from "./tellJob.ts"

/** The data of a new job. */
export interface NewJob {
  readonly kind: JobKind
  readonly source: string
  readonly fingerprint: string
  readonly facilityID: FacilityId | null
  readonly status: LockStatusId | null
  readonly color?: number | null
  /** The job that it undoes. */
  readonly undoes?: number
  readonly columns: ReadonlyArray<string>
  /** How many rows its creator will send. */
  readonly expected?: number | undefined
  /**
   * Which existing job with the same rows may be continued: `never` one with applied rows, `unfinished` only one that is not
   * done, or `any`, including a finished one.
   */
  readonly resume: "never" | "unfinished" | "any"
  /** Created for a dry run, to be planned and canceled. */
  readonly trial?: boolean
}

/** Trial numbers start here, above any real job number. */
const trialNumbers = 1_000_000_000

/** The number of failed rows per page. */
const csvPiece = 5_000

/** Stored jobs, their rows and their outcomes. */
export class JobLedger extends Context.Service<
  JobLedger,
  {
    /** Creates a job, or returns the one the same person created from the same rows. */
    readonly make: (user: LoggedInUser, job: NewJob) => Effect.Effect<Job, JobUnfinished | FacilityNotFound>
    readonly addRows: (
      user: LoggedInUser,
      jobID: JobId,
      rows: ReadonlyArray<JobRowInput>
    ) => Effect.Effect<Job, JobRefused | JobStateRefused | JobRowsRefused>
    readonly cancel: (
      user: LoggedInUser,
      jobID: JobId
    ) => Effect.Effect<{ readonly job: Job; readonly unchanged: boolean }, JobRefused | JobStateRefused>
    readonly show: (user: LoggedInUser, jobID: JobId) => Effect.Effect<Job, JobRefused>
    readonly list: (
      user: LoggedInUser,
      query: { readonly from: number | undefined; readonly count: number }
    ) => Effect.Effect<{ readonly data: ReadonlyArray<Job>; readonly totalCount: number }>
    readonly rows: (
      user: LoggedInUser,
      jobID: JobId,
      query: { readonly from: number; readonly count: number; readonly only: "failed" | "wouldFail" | undefined }
    ) => Effect.Effect<ReadonlyArray<JobRow>, JobRefused>
    readonly failedCsv: (
      user: LoggedInUser,
      jobID: JobId,
      from: number | undefined
    ) => Effect.Effect<{ readonly csv: string; readonly rows: number; readonly after: number | null }, JobRefused>
  }
>()("lockdesk/server/JobLedger") {
  static readonly layer = Layer.effect(
    JobLedger,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const handlers = yield* JobKindHandlers
      const live = yield* LiveEvents
      const edge = <A, E>(effect: Effect.Effect<A, E | SqlError, SqlClient.SqlClient>) =>
        asServerFault(Effect.provideService(effect, SqlClient.SqlClient, sql))

      const mustBePlace = Effect.fnUntraced(function* (user: LoggedInUser, facilityID: FacilityId | null) {
        if (facilityID === null) return
        const [row] = yield* sql<{ name: string; is_active: boolean }>`
          SELECT name, is_active FROM facilities
          WHERE facility_id = ${facilityID} AND company_id = ${user.companyID} AND deleted_at IS NULL`
        const confined = user.facilityIDs.length > 0 && !user.facilityIDs.includes(facilityID)
        if (row === undefined || confined) return yield* new FacilityNotFound({ data: { facilityID } })
        if (!row.is_active) return yield* new FacilityNotFound({ data: { facilityID, inactive: row.name } })
      })

      /** Serializes a user's requests: two that create the same job at once get the same one. */
      const takeWriteLock = (userID: UserId) => sql`SELECT pg_advisory_xact_lock(${jobTurns}, ${userID}::int)`

      const make = Effect.fn("JobLedger.make")(function* (user: LoggedInUser, job: NewJob) {
        const {
          kind,
          fingerprint,
          facilityID,
          status,
          color,
          undoes,
          source,
          columns,
          expected,
          resume,
          trial = false
        } = job
        yield* mustBePlace(user, facilityID)
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* takeWriteLock(user.userID)
            const alike = trial ? undefined : yield* jobAlike(user, kind, fingerprint)
            if (alike !== undefined) {
              const untouched = alike.state === "receiving"
              if (untouched || resume === "any" || (resume === "unfinished" && alike.state !== "done"))
                return toJob(alike)
              if (alike.state === "applying") {
                const { jobID, done, total } = alike
                return yield* new JobUnfinished({ data: { jobID, done, total } })
              }
            }
            const at = yield* now
            const number = trial
              ? sql`${trialNumbers}::int + nextval(pg_get_serial_sequence('jobs', 'job_id'))::int`
              : sql`next_job_number(${user.companyID})`
            const made = yield* sql<{ number: JobId }>`
              INSERT INTO jobs (number, trial, company_id, user_id, kind, source, fingerprint, facility_id, status, color, undoes, columns,
                expected, state, created_at, updated_at)
              VALUES (${number}, ${trial}, ${user.companyID}, ${user.userID}, ${kind}, ${source}, ${fingerprint}, ${facilityID}, ${status},
                ${color ?? null}, ${undoes ?? null}, ${[...columns]}::text[], ${expected ?? null}, 'receiving', ${at}::timestamptz, ${at}::timestamptz)
              RETURNING number`
            return toJob(yield* Effect.orDie(jobOf(user, insertedRow(made).number)))
          })
        )
      }, edge)

      const addRows = Effect.fn("JobLedger.addRows")(function* (
        user: LoggedInUser,
        jobID: JobId,
        rows: ReadonlyArray<JobRowInput>
      ) {
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            const job = yield* jobOf(user, jobID, true)
            const { jobKey, kind, state } = job
            // The rows of an import come with its file, those of an undo with the job it undoes.
            if (state !== "receiving" || isImportKind(kind) || kind === "undo")
              return yield* new JobStateRefused({ data: { jobID, state } })
            const kept = new Set(keptColumns(job.columns))
            const read = rows.map((row) => {
              const parsed = readJobRow(kind, row, { status: job.secondaryLockStatus, color: job.color })
              return {
                row: row.row,
                serial: row.serialCode.trim(),
                ...(Result.isSuccess(parsed) ? parsed.success : { status: null, unit: null, color: null }),
                issue: Result.isFailure(parsed) ? parsed.failure : null,
                cells: job.columns.map((_, nth) => (kept.has(nth) ? (row.cells?.[nth] ?? "") : ""))
              }
            })
            const [added] = yield* sql<{ n: number }>`
              WITH added AS (
                INSERT INTO job_rows (job_id, row, serial, status, unit, color, issue, cells)
                SELECT ${jobKey}, r.row, r.serial, r.status, r.unit, r.color, r.issue,
                  ARRAY(SELECT c.value FROM json_array_elements_text(r.cells) WITH ORDINALITY AS c(value, nth) ORDER BY c.nth)
                FROM json_to_recordset(${JSON.stringify(read)}::text::json)
                  AS r("row" int, serial text, status smallint, unit text, color int, issue json, cells json)
                ON CONFLICT (job_id, row) DO NOTHING RETURNING 1)
              SELECT count(*)::int AS n FROM added`
            const total = job.total + (added?.n ?? 0)
            if (total > maxJobRows) return yield* new JobRowsRefused({ data: { reason: "TooMany", most: maxJobRows } })
            // Rows that were sent before don't affect a plan. After new ones a running plan starts again.
            if (total > job.total) yield* forgetPlan(jobKey)
            yield* sql`UPDATE jobs SET total = ${total}, updated_at = ${yield* now}::timestamptz WHERE job_id = ${jobKey}`
            return toJob(yield* jobOf(user, jobID))
          })
        )
      }, edge)

      const cancel = Effect.fn("JobLedger.cancel")(function* (user: LoggedInUser, jobID: JobId) {
        const { job, unchanged } = yield* sql.withTransaction(
          Effect.gen(function* () {
            const job = yield* jobOf(user, jobID, true)
            if (job.trial) {
              // Canceling deletes a dry run, so the response is the job as it was before.
              yield* sql`DELETE FROM job_rows WHERE job_id = ${job.jobKey}`
              yield* sql`DELETE FROM jobs WHERE job_id = ${job.jobKey}`
              return { job: { ...job, state: "cancelled" as const }, unchanged: false }
            }
            if (job.state === "cancelled") return { job, unchanged: true }
            if (job.state === "done") return yield* new JobStateRefused({ data: { jobID, state: job.state } })
            yield* sql`
              UPDATE jobs SET state = 'cancelled', runs_until = NULL, updated_at = ${yield* now}::timestamptz
              WHERE job_id = ${job.jobKey}`
            const handler = handlers.get(job.kind)
            if (handler !== undefined) yield* handler.forget(job.jobKey)
            return { job: yield* jobOf(user, jobID), unchanged: false }
          })
        )
        if (!job.trial && !unchanged) yield* tellJob(user.companyID, job).pipe(Effect.provideService(LiveEvents, live))
        return { job: toJob(job), unchanged }
      }, edge)

      const list = Effect.fn("JobLedger.list")(function* (
        user: LoggedInUser,
        { from, count }: { readonly from: number | undefined; readonly count: number }
      ) {
        const kinds = jobKinds.filter((kind) => accessRefusal(user, jobAccess[kind]) === null)
        const jobs = yield* jobsOf(user, kinds, from, count)
        return { data: jobs.map(toJob), totalCount: yield* jobsCounted(user, kinds) }
      }, edge)

      const rows = Effect.fn("JobLedger.rows")(function* (
        user: LoggedInUser,
        jobID: JobId,
        query: { readonly from: number; readonly count: number; readonly only: "failed" | "wouldFail" | undefined }
      ) {
        const { jobKey } = yield* jobOf(user, jobID)
        return (yield* jobRowPage(jobKey, query)).map(({ cells: _cells, ...row }) => row)
      }, edge)

      const failedCsv = Effect.fn("JobLedger.failedCsv")(function* (
        user: LoggedInUser,
        jobID: JobId,
        from: number | undefined
      ) {
        const { jobKey, columns } = yield* jobOf(user, jobID)
        const failed = yield* jobRowPage(jobKey, { from: from ?? 0, count: csvPiece, only: "failed" })
        const kept = keptColumns(columns)
        // A job created without columns has only its serial codes.
        const header = kept.length === 0 ? ["serialCode"] : kept.map((nth) => columns[nth] ?? "")
        const lines = failed.map(({ cells, serialCode, problem }) => {
          const original = kept.length === 0 ? [serialCode] : kept.map((nth) => cells[nth] ?? "")
          return csvLine([...original, problem?.error ?? "", problem?.fix ?? ""])
        })
        const csv = [...(from === undefined ? [csvLine([...header, ...problemColumns])] : []), ...lines].join("")
        return { csv, rows: failed.length, after: failed.length < csvPiece ? null : (failed.at(-1)?.row ?? null) }
      }, edge)

      return JobLedger.of({
        make,
        addRows,
        cancel,
        list,
        rows,
        failedCsv,
        show: (user, jobID) => edge(Effect.map(jobOf(user, jobID), toJob))
      })
    })
  )
}

/** The first half of the advisory lock's key, for requests that create jobs. */
const jobTurns = 1_279_869_004
