import { createHash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CurrentSession } from "#core/api/Guard.ts"
import { DryRun } from "#core/auth/DryRun.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, JobId } from "#core/base/ids.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { type BulkLock, jobChunk, type JobRowOutcome, maxJobRows } from "#core/jobs/Job.ts"
import { batchSource } from "#core/jobs/jobWords.ts"
import { JobStateRefused, JobUnfinished } from "#core/jobs/JobErrors.ts"
import { defaultLockColor } from "#core/locks/lockColors.ts"
import { JobLedger } from "./JobLedger.ts"
import { JobRuns } from "./JobRuns.ts"

/** The result for a batch. Both lists are empty if there is no such batch, or none of it is available to the company. */
export interface BulkActivated {
  readonly jobID: JobId | null
  readonly successLocks: ReadonlyArray<BulkLock>
  readonly unchangedLocks: ReadonlyArray<BulkLock>
  readonly errorLocks: ReadonlyArray<BulkLock>
}

/** SHA-256, in hex, of a batch and its target. A dry run covers the whole batch, whatever an unfinished job has done. */
const fingerprintOf = (batchID: string, facilityID: FacilityId | null, dryRun: boolean): string =>
  createHash("sha256")
    .update(`${dryRun ? "dry run of batch" : "batch"} ${facilityID ?? "inventory"} ${batchID}`)
    .digest("hex")

/** Activates all locks of a shipment batch (001 §2, §4), as a job that the call waits for. */
export class BulkActivations extends Context.Service<
  BulkActivations,
  {
    readonly activate: (
      session: CurrentSession,
      batchID: string,
      facilityID: FacilityId | null
    ) => Effect.Effect<BulkActivated, FacilityNotFound | JobUnfinished | JobStateRefused>
  }
>()("lockdesk/server/BulkActivations") {
  static readonly layer = Layer.effect(
    BulkActivations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* JobLedger
      const runs = yield* JobRuns

      /** The batch's serial codes, without those of other companies, which must not be revealed. */
      const batch = (user: LoggedInUser, batchID: string) =>
        Effect.orDie(sql<{ serial: string }>`
          SELECT r.serial FROM registry r LEFT JOIN locks l ON l.serial = r.serial
          WHERE r.batch = ${batchID} AND (l.company_id IS NULL OR l.company_id = ${user.companyID})
          ORDER BY r.serial LIMIT ${maxJobRows}`).pipe(Effect.map((rows) => rows.map(({ serial }) => serial)))

      const outcome = (user: LoggedInUser, jobID: JobId, planned: boolean) =>
        Effect.orDie(sql<BulkLock & { readonly outcome: Exclude<JobRowOutcome, null> }>`
          SELECT r.serial AS "serialCode", coalesce(l.color, ${defaultLockColor}) AS color, iso(l.updated_at) AS "updatedOn",
            coalesce(r.outcome_problem, r.plan_problem) ->> 'error' AS error, coalesce(r.outcome, r.plan) AS outcome
          FROM jobs j JOIN job_rows r USING (job_id) LEFT JOIN locks l ON l.serial = r.serial AND l.company_id = ${user.companyID}
          WHERE j.company_id = ${user.companyID} AND j.number = ${jobID} AND (r.outcome IS NOT NULL OR (${planned} AND r.plan IS NOT NULL)) ORDER BY r.row`)

      /** Adds the rows unless the job has started, starts or resumes it, and waits until it has ended. */
      const run = Effect.fnUntraced(function* (session: CurrentSession, jobID: JobId, serials: ReadonlyArray<string>) {
        const begin = Effect.gen(function* () {
          yield* addAll(session.user, jobID, serials)
          yield* runs.start(session, jobID, "receiving")
        })
        const resume = runs.start(session, jobID, "applying")
        // A request for the same batch may have started it before, or even finished it.
        const started = Effect.catchTag(begin, "JobStateRefused", () => Effect.asVoid(resume))
        yield* Effect.orDie(Effect.catchTag(started, "JobStateRefused", () => Effect.void))
        yield* runs.ended(session.user.companyID, jobID)
        const { state, done, total } = yield* Effect.orDie(ledger.show(session.user, jobID))
        // Its session ended or lost the permission, someone canceled it, or the database became unavailable.
        if (state === "cancelled") return yield* new JobStateRefused({ data: { jobID, state } })
        if (state !== "done") return yield* new JobUnfinished({ data: { jobID, done, total } })
      })

      const addAll = Effect.fnUntraced(function* (user: LoggedInUser, jobID: JobId, serials: ReadonlyArray<string>) {
        for (let from = 0; from < serials.length; from += jobChunk) {
          // Numbered by serial code, so that a repeated request has the same rows.
          const rows = serials
            .slice(from, from + jobChunk)
            .map((serial) => ({ row: Number(serial) + 1, serialCode: serial }))
          yield* ledger.addRows(user, jobID, rows)
        }
      })

      const activate = Effect.fn("BulkActivations.activate")(function* (
        session: CurrentSession,
        batchID: string,
        facilityID: FacilityId | null
      ) {
        const { user } = session
        const dryRun = yield* DryRun
        const serials = yield* batch(user, batchID)
        const job = {
          kind: "activate",
          source: batchSource(batchID),
          fingerprint: fingerprintOf(batchID, facilityID, dryRun),
          facilityID,
          status: null,
          columns: [],
          resume: "unfinished"
        } as const
        if (serials.length === 0) return { jobID: null, successLocks: [], unchangedLocks: [], errorLocks: [] }
        const { jobID } = yield* ledger.make(user, job)
        // Rows are applied in the background, in batches: the dry run is their plan, which follows the same rules.
        if (dryRun) yield* Effect.orDie(Effect.andThen(addAll(user, jobID, serials), runs.plan(user, jobID)))
        else yield* run(session, jobID, serials)
        const rows = yield* outcome(user, jobID, dryRun)
        const locksOf = (wanted: JobRowOutcome): ReadonlyArray<BulkLock> =>
          rows.filter((row) => row.outcome === wanted).map(({ outcome: _outcome, ...lock }) => lock)
        return {
          jobID: dryRun ? null : jobID,
          successLocks: locksOf("apply"),
          unchangedLocks: locksOf("nothing"),
          errorLocks: locksOf("refuse")
        }
      })

      return BulkActivations.of({ activate })
    })
  )
}
