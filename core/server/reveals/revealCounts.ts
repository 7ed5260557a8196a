import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import type { Limit } from "../Settings.ts"

/** Seconds of a slot, as the migration that made the table has it. */
const slotSeconds = 300

/** The slot that a moment is in. */
const slotOf = (at: string): number => Math.floor(Date.parse(at) / 1000 / slotSeconds)

/** The first slot that counts: so many that no stretch of `seconds` has more than the limit, wherever it begins. */
const firstSlot = (at: string, { seconds }: Limit): number => slotOf(at) - Math.ceil(seconds / slotSeconds)

/** What a user asked for in the slots of a limit before the current one. */
const before = (sql: SqlClient.SqlClient, userID: number, at: string, limit: Limit) => sql`
  (SELECT coalesce(sum(n), 0) FROM reveal_counts
    WHERE user_id = ${userID} AND slot >= ${firstSlot(at, limit)}::int AND slot < ${slotOf(at)}::int)`

/**
 * Counts one request of a user and returns a row, or, where one of the limits is reached, neither. To stand first in a statement
 * that goes on only where there is a row. The current slot's row is what processes take turns at, so they never count too few.
 */
export const countReveal = (sql: SqlClient.SqlClient, userID: number, at: string, limits: ReadonlyArray<Limit>) => sql`
  INSERT INTO reveal_counts AS c (user_id, slot, n)
  SELECT ${userID}::int, ${slotOf(at)}::int, 1
  WHERE ${sql.and(limits.map((limit) => sql`${before(sql, userID, at, limit)} < ${limit.times}::int`))}
  ON CONFLICT (user_id, slot) DO UPDATE SET n = c.n + 1
  WHERE ${sql.and(limits.map((limit) => sql`${before(sql, userID, at, limit)} + c.n < ${limit.times}::int`))}
  RETURNING c.n`

/** How many requests a limit has counted now, and in how many seconds the oldest of them counts no more. */
export const countedReveals = (sql: SqlClient.SqlClient, userID: number, at: string, limit: Limit) => sql<{
  n: number
  retryAfter: number
}>`
  SELECT coalesce(sum(n), 0)::int AS n, (coalesce(min(slot), 0)::int8 + ${slotOf(at) - firstSlot(at, limit) + 1}::int)
    * ${slotSeconds}::int - floor(extract(epoch FROM ${at}::timestamptz))::int8 AS "retryAfter"
  FROM reveal_counts WHERE user_id = ${userID} AND slot >= ${firstSlot(at, limit)}::int`

const kept = 2 * 24 * 60 * 60 * 1000

/** Deletes slots that count no more, at the start and every hour. */
export const purgeRevealCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = new Date((yield* Clock.currentTimeMillis) - kept).toISOString()
  yield* sql`DELETE FROM reveal_counts WHERE slot < ${slotOf(at)}::int`
}).pipe(
  Effect.catchTag("SqlError", (error) =>
    isDatabaseUnavailable(error) ? Effect.void : Effect.logWarning("Old counts of reveals could not be purged", error)
  ),
  Effect.repeat(Schedule.spaced("1 hour")),
  Effect.forkScoped,
  Layer.effectDiscard
)
