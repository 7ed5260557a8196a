/**
 * Replaces the background processes of a PostgreSQL server, which PGlite lacks: without this the log grows until the disk is
 * full, the space of deleted rows is never reused, and the planner keeps the statistics of empty tables.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isDatabaseUnavailable } from "./databaseErrors.ts"

/** The interval of maintenance rounds. */
const interval = "30 seconds"

/** Bytes of log that trigger a checkpoint. Limits the folder's growth, and the replay after a crash to a second or so. */
const checkpointAfter = 64 * 1024 * 1024

/** PostgreSQL's own autovacuum thresholds (manual, 24.1.6). Counters start at zero with each start of the engine. */
const nextDueTable = (sql: SqlClient) => sql<{
  readonly schema: string
  readonly name: string
  readonly vacuum: boolean
}>`
  SELECT schemaname AS schema, relname AS name, n_dead_tup > 50 + 0.2 * n_live_tup AS vacuum
  FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup OR n_mod_since_analyze > 50 + 0.1 * n_live_tup
  ORDER BY n_dead_tup + n_mod_since_analyze DESC
  LIMIT 1`

/** One round: a checkpoint if it is due, and a vacuum of the table that needs it most. */
export const lookAfter = Effect.fnUntraced(function* (sql: SqlClient) {
  const [log] = yield* sql<{ readonly bytes: number }>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 AS bytes FROM pg_control_checkpoint()`
  if (log !== undefined && log.bytes > checkpointAfter) yield* sql`CHECKPOINT`
  const [due] = yield* nextDueTable(sql)
  if (due === undefined) return
  const table = sql`${sql(due.schema)}.${sql(due.name)}`
  yield* due.vacuum ? sql`VACUUM (ANALYZE) ${table}` : sql`ANALYZE ${table}`
})

/** Maintains the embedded database forever. A round that fails is logged, and the next one runs on time. */
export const upkeep = (sql: SqlClient): Effect.Effect<never> =>
  Effect.sleep(interval).pipe(
    Effect.andThen(lookAfter(sql)),
    Effect.catchTag("SqlError", (error) =>
      // An unavailable database is already reported elsewhere.
      isDatabaseUnavailable(error)
        ? Effect.void
        : Effect.logWarning("Maintenance of the embedded database failed", error)
    ),
    Effect.forever
  )
