import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import type { Limit } from "../Settings.ts"

/** Seconds of a slot, as the migration that made the table has it. */
const slotSeconds = 300

/** The slot that a moment is in. */
const slotOf = (at: string): number => Math.floor(Date.parse(at) / 1000 / slotSeconds)

/** The first slot that counts: so many that no stretch of `seconds` has more than the limit, wherever it begins. */
const firstSlot = (at: string, { seconds }: Limit): number => slotOf(at) - Math.ceil(seconds / slotSeconds)

/**
 * The call of `count_reveal` that counts one request of a user, or, where one of the two limits is reached, is false. The current
 * slot's row is what processes take turns at, so they never count too few.
 */
export const countReveal = (
  sql: SqlClient.SqlClient,
  user: Fragment,
  at: string,
  [one, other]: readonly [Limit, Limit]
) => sql`count_reveal(${user}, ${slotOf(at)}::int, ${firstSlot(at, one)}::int, ${one.times}::int,
    ${firstSlot(at, other)}::int, ${other.times}::int)`

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
