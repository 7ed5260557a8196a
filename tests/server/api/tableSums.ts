import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Columns that the server changes by itself as time passes, by their table: when a session was seen last (a dry run is a sign of
 * life too), and what its witness has counted up to.
 */
const changesWithTime: Readonly<Record<string, ReadonlyArray<string>>> = {
  sessions: ["last_seen_at"],
  audit_witnesses: ["generation"]
}

/** Counts how often somebody asked; asking for a dry run is asking. */
const countsAsking = "limit_counts"

/** Every row of every table, as one sum a table, without what changes with time. */
export const tableSums = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const tables = yield* sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ${countsAsking} ORDER BY 1`
  const sums: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [sum] = yield* sql`
      SELECT count(*)::int AS n, md5(coalesce(string_agg(t.row, E'\n' ORDER BY t.row), '')) AS sum
      FROM (SELECT (to_jsonb(r) - ${changesWithTime[name] ?? []}::text[])::text AS row FROM ${sql(name)} r) t`
    sums[name] = sum
  }
  return sums
})
