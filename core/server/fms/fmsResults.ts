import { Effect, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CompanyId, FmsRunId, UserId } from "#core/base/ids.ts"
import { now } from "../db/now.ts"
import type { Connected, Talked } from "./FmsCaller.ts"

/** How long results are batched before writing, in milliseconds: each write waits for the disk, but tests never do. */
const keepsEvery = 200

/** The run that results belong to. */
interface ResultsOf {
  readonly run_id: FmsRunId
  readonly company_id: CompanyId
  readonly user_id: UserId | null
}

/** A connection as it was when it was read; the version is null if nothing was stored. */
export interface Versioned extends Connected {
  readonly version: string | null
}

/** Results of one run that are waiting to be stored. */
export interface FmsResults {
  /**
   * Adds a result. It is stored a moment later, or when `flush` is done; not if the facility, or its connection, has changed
   * since it was read.
   */
  readonly add: (connected: Versioned, talked: Talked<void>) => Effect.Effect<void>
  /** Writes waiting results. A result that can't be written counts as not tested. */
  readonly flush: Effect.Effect<void, SqlError>
  /** Writes waiting results repeatedly. */
  readonly keep: <R>(kept: Effect.Effect<void, SqlError, R>) => Effect.Effect<never, SqlError, R>
}

/** The results of a run: stored once per facility, whichever server tests it. */
export const resultsOfRun = Effect.fnUntraced(function* (
  run: ResultsOf
): Effect.fn.Return<FmsResults, never, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const waiting: Array<object> = []

  const writing = Semaphore.makeUnsafe(1)

  // One at a time, so that all results added before are stored when it is done.
  const flush = writing
    .withPermit(
      Effect.suspend(() => {
        const results = waiting.splice(0)
        if (results.length === 0) return Effect.void
        return Effect.asVoid(sql`
        INSERT INTO fms_results (company_id, facility_id, run_id, fms, ok, stage, code, sample, retry_at, latency_ms, calls,
          simulated, manual, tested_at)
        SELECT ${run.company_id}::int, n.facility_id, ${run.run_id}::int, n.fms, n.ok, n.stage, n.code, n.sample, n.retry_at,
          n.latency_ms, n.calls, n.simulated, ${run.user_id !== null}::boolean, n.tested_at
        FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS n(facility_id int, fms smallint, version text, ok boolean,
          stage text, code text, sample text, retry_at timestamptz, latency_ms int, calls int, simulated boolean,
          tested_at timestamptz)
        JOIN facilities f ON f.facility_id = n.facility_id AND f.company_id = ${run.company_id} AND f.is_active
          AND f.management_software = n.fms
        LEFT JOIN facility_fms c ON c.facility_id = n.facility_id
        WHERE c.updated_at::text IS NOT DISTINCT FROM n.version
        ON CONFLICT (run_id, facility_id) DO NOTHING`)
      })
    )
    .pipe(Effect.uninterruptible)
  return {
    add: Effect.fnUntraced(function* ({ facilityID, fms, version }, { fault, latencyMs, callsUsed, simulated }) {
      waiting.push({
        facility_id: facilityID,
        fms,
        version,
        ok: fault === null,
        stage: fault?.stage,
        code: fault?.code,
        sample: fault?.sample,
        retry_at: fault?.retryAt,
        latency_ms: latencyMs,
        calls: callsUsed,
        simulated,
        tested_at: yield* now
      })
    }),
    flush,
    keep: (kept) =>
      Effect.sleep(keepsEvery).pipe(
        Effect.andThen(Effect.suspend(() => (waiting.length === 0 ? Effect.void : Effect.andThen(flush, kept)))),
        Effect.forever
      )
  }
})
