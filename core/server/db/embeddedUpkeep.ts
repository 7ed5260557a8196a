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

/**
 * The table that needs maintenance most, by PostgreSQL's own autovacuum thresholds (manual, 24.1.6). Its counters start at zero
 * with each start of the engine, so a table that has grown by a fifth since its last statistics needs new ones, too.
 */
const nextDueTable = (sql: SqlClient) => sql<{
  readonly schema: string
  readonly name: string
  readonly vacuum: boolean
}>`
  WITH tables AS (
    SELECT schemaname, relname, n_dead_tup > 50 + 0.2 * n_live_tup AS has_dead,
      n_mod_since_analyze > 50 + 0.1 * n_live_tup AS has_changed, n_dead_tup + n_mod_since_analyze AS changes,
      pg_relation_size(relid) / current_setting('block_size')::int AS pages,
      (SELECT relpages FROM pg_class WHERE oid = relid) AS pages_then
    FROM pg_stat_user_tables)
  SELECT schemaname AS schema, relname AS name, has_dead AS vacuum FROM tables
  WHERE has_dead OR has_changed OR pages > 10 + 1.2 * pages_then
  ORDER BY changes DESC, pages - pages_then DESC
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
