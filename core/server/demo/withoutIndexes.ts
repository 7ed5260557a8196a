import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"

/**
 * Runs an effect in the caller's transaction without the tables' non-unique indexes, and recreates them afterwards: building an
 * index once takes a fraction of the time of updating it row by row.
 */
export const withoutIndexes = <A, E, R>(
  tables: ReadonlyArray<string>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const indexes = yield* sql<{ name: string; definition: string }>`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
      FROM pg_index WHERE indrelid = ANY(${[...tables]}::regclass[]) AND NOT indisunique ORDER BY 1`
    for (const { name } of indexes) yield* sql`DROP INDEX ${sql.literal(name)}`
    const result = yield* effect
    for (const { definition } of indexes) yield* sql.unsafe(definition)
    return result
  })
