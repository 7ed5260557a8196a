import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LimitedThing } from "#core/auth/limitedThings.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import type { Limit } from "../Settings.ts"
import { tokenHash } from "../secrets/tokens.ts"

/** How many keys are remembered; beyond that the oldest are forgotten, so that made-up keys can't fill the memory. */
const maxKeys = 100_000

interface Limits {
  /** Counts one use of `key`, or refuses with the seconds to wait. With `what`, the message says what the limit is. */
  readonly take: (key: string, limit: Limit, what?: LimitedThing) => Effect.Effect<void, TooManyRequests>
  /** Takes back the latest use. */
  readonly giveBack: (key: string) => Effect.Effect<void>
  /** Takes back all uses. */
  readonly forgive: (key: string) => Effect.Effect<void>
}

const refusal = (oldest: number, since: number, limit: Limit, what: LimitedThing | undefined) =>
  new TooManyRequests({
    data: {
      retryAfter: Math.max(1, Math.ceil((oldest - since) / 1000)),
      ...(what === undefined ? {} : { limit: { what, ...limit } })
    }
  })

/** Counts in the memory of this process. */
const limitsHere = (): Limits => {
  const taken = new Map<string, Array<number>>()
  return {
    take: (key, limit, what) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const since = now - limit.seconds * 1000
        const recent = taken.get(key) ?? []
        // Times are in order, unless the clock was set back.
        const first = (recent.at(-1) ?? 0) > latestTime(now) ? -1 : recent.findIndex((at) => at > since)
        recent.splice(0, first < 0 ? recent.length : first)
        // Reinsert, so that it is forgotten last.
        taken.delete(key)
        taken.set(key, recent)
        const oldest = recent[0]
        if (oldest !== undefined && recent.length >= limit.times)
          return Effect.fail(refusal(oldest, since, limit, what))
        recent.push(now)
        if (taken.size > maxKeys) taken.delete(taken.keys().next().value ?? key)
        return Effect.void
      }),
    giveBack: (key) => Effect.sync(() => void taken.get(key)?.pop()),
    forgive: (key) => Effect.sync(() => void taken.delete(key))
  }
}

/**
 * Counts in the database, in one row per key. Its table is unlogged, so writes don't wait for the disk. A refused key stays
 * refused from memory until it can be retried, so a flood of requests does not become a flood of writes.
 */
const limitsOfAll = (sql: SqlClient.SqlClient): Limits => {
  const refusedUntil = new Map<string, number>()

  /** Increments the count in the key's row: null or, if the limit is reached, the oldest use that still counts. */
  const count = Effect.fnUntraced(function* (key: string, limit: Limit, now: number) {
    const since = now - limit.seconds * 1000
    const hash = tokenHash(key)
    const counts = sql`t > ${since}::int8 AND t <= ${latestTime(now)}::int8`
    const counted = yield* sql`
      INSERT INTO limit_counts AS c (key, taken, expires)
      VALUES (${hash}, ARRAY[${now}::int8], ${now + limit.seconds * 1000}::int8)
      ON CONFLICT (key) DO UPDATE SET expires = excluded.expires,
        taken = array(SELECT t FROM unnest(c.taken) t WHERE ${counts} ORDER BY t) || excluded.taken
      WHERE (SELECT count(*) FROM unnest(c.taken) t WHERE ${counts}) < ${limit.times}::int
      RETURNING 1`
    if (counted.length > 0) return null
    const [row] = yield* sql<{ oldest: string | null }>`
      SELECT min(t) AS oldest FROM limit_counts, unnest(taken) t WHERE key = ${hash} AND ${counts}`
    return Number(row?.oldest ?? since)
  }, Effect.orDie)

  return {
    take: Effect.fnUntraced(function* (key, limit, what) {
      const now = yield* Clock.currentTimeMillis
      const since = now - limit.seconds * 1000
      const until = refusedUntil.get(key)
      const latest = latestTime(now, limit.seconds * 1000)
      if (until !== undefined && until > now && until <= latest)
        return yield* refusal(until - limit.seconds * 1000, since, limit, what)
      refusedUntil.delete(key)
      const oldest = yield* count(key, limit, now)
      if (oldest === null) return
      refusedUntil.set(key, oldest + limit.seconds * 1000)
      if (refusedUntil.size > maxKeys) refusedUntil.delete(refusedUntil.keys().next().value ?? key)
      return yield* refusal(oldest, since, limit, what)
    }),
    giveBack: (key) => {
      refusedUntil.delete(key)
      return Effect.orDie(sql`UPDATE limit_counts SET taken = trim_array(taken, 1)
        WHERE key = ${tokenHash(key)} AND cardinality(taken) > 0`)
    },
    forgive: (key) => {
      refusedUntil.delete(key)
      return Effect.orDie(sql`DELETE FROM limit_counts WHERE key = ${tokenHash(key)}`)
    }
  }
}

/** Deletes the rows of keys that no longer count. */
export const purgeLimits = (sql: SqlClient.SqlClient, now: number, batch: number) =>
  sql`DELETE FROM limit_counts WHERE key IN (SELECT key FROM limit_counts WHERE expires < ${now}::int8
    LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`

/** Limits the rate of actions such as sign-ins, links and exports. Processes that share a database count together. */
export class Limiter extends Context.Service<
  Limiter,
  Limits & {
    /**
     * Like `take`, but in this process only: for actions that are too frequent to store, or that must work without the
     * database.
     */
    readonly takeHere: Limits["take"]
  }
>()("lockdesk/server/Limiter") {
  /** For the only process of a database. */
  static readonly layerLocal = Layer.sync(Limiter, () => {
    const here = limitsHere()
    return Limiter.of({ ...here, takeHere: here.take })
  })

  /** For processes that share a PostgreSQL server. */
  static readonly layerPostgres = Layer.effect(
    Limiter,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Limiter.of({ ...limitsOfAll(sql), takeHere: limitsHere().take })
    })
  )
}
