import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { arrayText } from "../db/arrayText.ts"
import type { JobKey } from "./jobKey.ts"

/** How often a server reports that it still runs its jobs, in milliseconds. */
export const beatMillis = 1_000

/** After this long without a report, in milliseconds, a job no longer counts as running. Longer than a busy server's pauses. */
export const silentMillis = 4_000

/** A job that ended any way but by its own server, such as canceled, leaves its row behind. */
const leftover = "1 hour"

/**
 * Reports which jobs run here. Its times are the database's, so that the servers' clocks may differ. The lease of a job still
 * decides when another server takes it over; the reports only show earlier that its server is gone.
 */
export class JobBeats extends Context.Service<
  JobBeats,
  { readonly beat: (jobKeys: ReadonlyArray<JobKey>) => Effect.Effect<void, SqlError> }
>()("lockdesk/server/JobBeats") {
  /** For the only process of a database: if it is gone, no one sees its jobs. */
  static readonly layerLocal = Layer.succeed(JobBeats, JobBeats.of({ beat: () => Effect.void }))

  /** For processes that share a PostgreSQL server. */
  static readonly layerPostgres = Layer.effect(
    JobBeats,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return JobBeats.of({
        beat: Effect.fnUntraced(function* (jobKeys) {
          if (jobKeys.length === 0) return
          yield* sql`DELETE FROM job_beats WHERE at < clock_timestamp() - ${leftover}::interval`
          yield* sql`
            INSERT INTO job_beats SELECT id, clock_timestamp() FROM unnest(${arrayText([...jobKeys])}::int[]) id
            ON CONFLICT (job_id) DO UPDATE SET at = excluded.at`
        })
      })
    })
  )
}
