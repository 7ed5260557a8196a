import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Columns the server changes as time passes, by table: when a session was last seen (a dry run counts too), and the witness's
 * generation.
 */
const changesWithTime: Readonly<Record<string, ReadonlyArray<string>>> = {
  sessions: ["last_seen_at"],
  audit_witnesses: ["generation"]
}

/** Counts requests, including dry runs. */
const countsAsking = "limit_counts"

/** One checksum per table over all its rows, without the columns above. */
export const tableSums = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const tables = yield* sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ${countsAsking} ORDER BY 1`
  // One statement, because tests ask for the sums before and after each of hundreds of calls.
  const each = tables.map(
    ({ name }) => `
      SELECT '${name}' AS name, count(*)::int AS n, md5(coalesce(string_agg(t.row, E'\\n' ORDER BY t.row), '')) AS sum
      FROM (SELECT (to_jsonb(r) - '{${changesWithTime[name]?.join() ?? ""}}'::text[])::text AS row FROM "${name}" r) t`
  )
  const sums = yield* sql<{ name: string; n: number; sum: string }>`${sql.literal(each.join(" UNION ALL "))}`
  return Object.fromEntries(sums.map(({ name, ...sum }) => [name, sum]))
})
