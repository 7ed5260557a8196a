import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { type BulkLock, jobChunk, maxJobRows } from "#core/jobs/Job.ts"
import type { JobUnfinished } from "#core/jobs/JobErrors.ts"
import { defaultLockColor } from "#core/locks/lockColors.ts"
import { JobLedger } from "./JobLedger.ts"
import { JobRuns } from "./JobRuns.ts"

/** What became of a batch. Both lists are empty where there is no such batch, or none of it is the company's to have. */
export interface BulkActivated {
  readonly jobID: number | null
  readonly successLocks: ReadonlyArray<BulkLock>
  readonly errorLocks: ReadonlyArray<BulkLock>
}

/** A fingerprint of what is asked for: letters and digits of any batch and place. */
const fingerprintOf = (batchID: string, facilityID: number | null): string =>
  Buffer.from(`batch ${facilityID ?? "inventory"} ${batchID}`)
    .toString("base64url")
    .slice(0, 64)
    .padEnd(8, "_")

/** Activating all locks of a batch of a shipment at once (001 §2, §4): a job of its own, waited for. */
export class BulkActivations extends Context.Service<
  BulkActivations,
  {
    readonly activate: (
      session: CurrentSession,
      batchID: string,
      facilityID: number | null
    ) => Effect.Effect<BulkActivated, FacilityNotFound | JobUnfinished>
  }
>()("lockdesk/server/BulkActivations") {
  static readonly layer = Layer.effect(
    BulkActivations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* JobLedger
      const runs = yield* JobRuns

      /** The batch's serial codes that nobody else holds: those of another company are not told of. */
      const batch = (user: LoggedInUser, batchID: string) =>
        Effect.orDie(sql<{ serial: string }>`
          SELECT r.serial FROM registry r LEFT JOIN locks l ON l.serial = r.serial
          WHERE r.batch = ${batchID} AND (l.company_id IS NULL OR l.company_id = ${user.companyID})
          ORDER BY r.serial LIMIT ${maxJobRows}`)

      const outcome = (user: LoggedInUser, jobID: number) =>
        Effect.orDie(sql<BulkLock & { readonly applied: boolean }>`
          SELECT r.serial AS "serialCode", coalesce(l.color, ${defaultLockColor}) AS color, iso(l.updated_at) AS "updatedOn",
            r.outcome_problem ->> 'error' AS error, r.outcome = 'apply' AS applied
          FROM job_rows r LEFT JOIN locks l ON l.serial = r.serial AND l.company_id = ${user.companyID}
          WHERE r.job_id = ${jobID} AND r.outcome IS NOT NULL ORDER BY r.row`)

      const activate = Effect.fn("BulkActivations.activate")(function* (
        session: CurrentSession,
        batchID: string,
        facilityID: number | null
      ) {
        const { user } = session
        const serials = yield* batch(user, batchID)
        const made = {
          kind: "activate",
          source: `batch ${batchID}`,
          fingerprint: fingerprintOf(batchID, facilityID),
          facilityID,
          status: null,
          columns: [],
          resume: "unfinished"
        } as const
        if (serials.length === 0) return { jobID: null, successLocks: [], errorLocks: [] }
        const { jobID, state } = yield* ledger.make(user, made)
        if (state === "receiving") {
          for (let from = 0; from < serials.length; from += jobChunk) {
            // Numbered by their serial codes: sent again after anything, each is the same row.
            const rows = serials
              .slice(from, from + jobChunk)
              .map(({ serial }) => ({ row: Number(serial) + 1, serialCode: serial }))
            yield* Effect.orDie(ledger.addRows(user, jobID, rows))
          }
        }
        yield* Effect.orDie(runs.start(session, jobID, state === "receiving" ? "receiving" : "applying"))
        yield* runs.ended(jobID)
        const told = (row: BulkLock & { readonly applied: boolean }): BulkLock => ({
          serialCode: row.serialCode,
          color: row.color,
          updatedOn: row.updatedOn,
          error: row.error
        })
        const rows = yield* outcome(user, jobID)
        return {
          jobID,
          successLocks: rows.filter(({ applied }) => applied).map(told),
          errorLocks: rows.filter(({ applied }) => !applied).map(told)
        }
      })

      return BulkActivations.of({ activate })
    })
  )
}
