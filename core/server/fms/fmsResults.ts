import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { now } from "../db/now.ts"
import type { Connected, Talked } from "./FmsCaller.ts"

/** Results wait so long to be written together, in milliseconds: each write waits for the disk, and the tests for none. */
const keepsEvery = 200

/** What results are of. */
interface ResultsOf {
  readonly run_id: number
  readonly company_id: number
  readonly user_id: number | null
}

/** Results of one run, on their way into the database. */
export interface FmsResults {
  /** Takes a result. It is kept a moment later, or when `flush` is done. */
  readonly add: (connected: Connected, talked: Talked<void>) => Effect.Effect<void>
  /** Keeps what waits. What the database does not take is as if it had never been tested. */
  readonly flush: Effect.Effect<void, SqlError>
  /** Keeps what waits again and again, and hears of it. */
  readonly keep: <R>(kept: Effect.Effect<void, SqlError, R>) => Effect.Effect<never, SqlError, R>
}

/** Where the results of a run go: once for each facility, whoever tests it. */
export const resultsOfRun = Effect.fnUntraced(function* (
  run: ResultsOf
): Effect.fn.Return<FmsResults, never, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const waiting: Array<object> = []

  const flush = Effect.uninterruptible(
    Effect.suspend(() => {
      const results = waiting.splice(0)
      if (results.length === 0) return Effect.void
      return Effect.asVoid(sql`
        INSERT INTO fms_results (company_id, facility_id, run_id, fms, ok, stage, code, sample, retry_at, latency_ms, calls,
          simulated, manual, tested_at)
        SELECT ${run.company_id}::int, n.facility_id, ${run.run_id}::int, n.fms, n.ok, n.stage, n.code, n.sample, n.retry_at,
          n.latency_ms, n.calls, n.simulated, ${run.user_id !== null}::boolean, n.tested_at
        FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS n(facility_id int, fms smallint, ok boolean,
          stage text, code text, sample text, retry_at timestamptz, latency_ms int, calls int, simulated boolean,
          tested_at timestamptz)
        ON CONFLICT (run_id, facility_id) DO NOTHING`)
    })
  )
  return {
    add: Effect.fnUntraced(function* ({ facilityID, fms }, { fault, latencyMs, callsUsed, simulated }) {
      waiting.push({
        facility_id: facilityID,
        fms,
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
