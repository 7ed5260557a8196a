import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { UserId } from "#core/base/ids.ts"
import { arrayText } from "../db/arrayText.ts"
import type { Parameter } from "../db/composed.ts"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import type { Limit } from "../Settings.ts"

/** The length of a slot in seconds, as in the table's migration. */
const slotSeconds = 300

/** The slot of an instant. */
const slotOf = (at: string): number => Math.floor(Date.parse(at) / 1000 / slotSeconds)

/** The first slot that counts, chosen so that no period of `seconds` exceeds the limit, regardless of where it starts. */
const firstSlot = (at: string, { seconds }: Limit): number => slotOf(at) - Math.ceil(seconds / slotSeconds)

/**
 * How many requests the database counts in advance for a user far below the limits. Most requests then need no write of their
 * own; unused ones are taken back with the next slot (decision 80).
 */
export const aheadAtMost = 8

/** A user's requests that are counted in a slot but not used yet. */
interface Ahead {
  readonly slot: number
  readonly left: number
}

/** A user of a group, and how many of their requests were counted for it. */
export type CountedUser = readonly [userID: UserId, counted: number]

const none: Ahead = { slot: 0, left: 0 }

/**
 * Counts users' requests against two limits, in the database for all processes together. Processes take turns at the current
 * slot's row, so they never count too few.
 */
export const makeRevealCounts = (sql: SqlClient.SqlClient, [one, other]: readonly [Limit, Limit]) => {
  const counted = new Map<UserId, Ahead>()

  /** The parameters of a count. */
  const factsOf = (at: string, most: number, unused: Ahead) => ({
    slot: slotOf(at),
    firstOfOne: firstSlot(at, one),
    firstOfOther: firstSlot(at, other),
    most,
    unusedSlot: unused.slot,
    unused: unused.left
  })

  type Fact = keyof ReturnType<typeof factsOf>

  const call = (user: Fragment, fact: Parameter<Fact>) =>
    sql`count_reveals(${user}, ${fact("slot")}::int, ${fact("firstOfOne")}::int, ${one.times}::int, ${fact("firstOfOther")}::int,
      ${other.times}::int, ${fact("most")}::int, ${fact("unusedSlot")}::int, ${fact("unused")}::int)`

  const take = (userID: UserId, at: string): boolean => {
    const ahead = counted.get(userID)
    if (ahead === undefined || ahead.slot !== slotOf(at)) return false
    if (ahead.left === 1) counted.delete(userID)
    else counted.set(userID, { ...ahead, left: ahead.left - 1 })
    return true
  }

  /**
   * Takes a user's unused counts out of memory, for the next counting statement to give back. Only one statement gets them,
   * even if others run concurrently.
   */
  const unusedOf = (userID: UserId): Ahead => {
    const unused = counted.get(userID) ?? none
    counted.delete(userID)
    return unused
  }

  /** Remembers the requests that were counted beyond those that were made. */
  const keepOf = (userID: UserId, at: string, left: number): void => {
    if (left > 0) counted.set(userID, { slot: slotOf(at), left })
  }

  /**
   * Like `several`, for a group of requests of any users. Requests counted in advance are used first. A user's other requests
   * are counted together if there is room, otherwise one by one. Pass `facts` to `callOfGroup`, and the result to `keep`.
   */
  const ofGroup = (userIDs: ReadonlyArray<UserId>, at: string) => {
    const asked = new Map<UserId, number>()
    const places = userIDs.map((userID) => {
      if (take(userID, at)) return 0
      const place = (asked.get(userID) ?? 0) + 1
      asked.set(userID, place)
      return place
    })
    // Ordered by id, so that two processes that count the same users can't deadlock.
    const users = [...asked].sort(([a], [b]) => a - b)
    const unused = users.map(([userID]) => unusedOf(userID))
    return {
      /** How many users have something to count. */
      users: users.length,
      facts: {
        ...factsOf(at, 1, none),
        places: arrayText(places),
        users: arrayText(users.map(([userID]) => userID)),
        mosts: arrayText(users.map(([, times]) => times + aheadAtMost - 1)),
        unusedSlots: arrayText(unused.map(({ slot }) => slot)),
        unuseds: arrayText(unused.map(({ left }) => left))
      },
      keep: (counts: ReadonlyArray<CountedUser>) => {
        for (const [userID, n] of counts) keepOf(userID, at, n - (asked.get(userID) ?? n))
      }
    }
  }

  /**
   * SQL fragments for a statement that counts a group. The statement must name `users` as the CTE `counted`, and join it as `c`
   * wherever it uses `grants`.
   */
  const callOfGroup = (fact: Parameter<keyof ReturnType<typeof ofGroup>["facts"]>) => {
    const each: Readonly<Record<"most" | "unusedSlot" | "unused", string>> = {
      most: "u.most",
      unusedSlot: "u.slot",
      unused: "u.unused"
    }
    const isEach = (name: Fact): name is keyof typeof each => name in each
    return {
      users: sql`
        SELECT u.who, ${call(sql.literal("u.who"), (name) => (isEach(name) ? sql.literal(each[name]) : fact(name)))} AS n
        FROM unnest(${fact("users")}::int[], ${fact("mosts")}::int[], ${fact("unusedSlots")}::int[], ${fact("unuseds")}::int[])
          AS u(who, most, slot, unused)`,
      /** Whether a request is granted: it was counted in advance, together with its user's other requests, or separately. */
      grants: (user: string, nth: string) => sql`
        CASE WHEN (${fact("places")}::int[])[${sql.literal(nth)}] <= coalesce(c.n, 0) THEN true
          WHEN c.n = 1 THEN ${call(sql.literal(user), fact)} > 0 ELSE false END`,
      totals: sql`(SELECT json_agg(json_build_array(who, n)) FROM counted)`
    }
  }

  return {
    /** The SQL expression that counts one request of a user: the number counted, 0 if a limit is reached. */
    one: (user: Fragment, at: string) => {
      const facts = factsOf(at, 1, none)
      return call(user, (name) => sql`${facts[name]}`)
    },
    /** The SQL expression that counts according to `several`. */
    call,
    /** Uses one of the requests counted in advance; returns whether there was one. */
    take,
    /** Like `one`, counting some in advance: the parameters for `call`. Pass the result to `keep`. */
    several: (userID: UserId, at: string) => ({
      facts: factsOf(at, aheadAtMost, unusedOf(userID)),
      keep: (n: number) => keepOf(userID, at, n - 1)
    }),
    ofGroup,
    callOfGroup
  }
}

/** How many requests a limit counts now, and in how many seconds the oldest one expires. */
export const countedReveals = (sql: SqlClient.SqlClient, userID: UserId, at: string, limit: Limit) => sql<{
  n: number
  retryAfter: number
}>`
  SELECT coalesce(sum(n), 0)::int AS n, (coalesce(min(slot), 0)::int8 + ${slotOf(at) - firstSlot(at, limit) + 1}::int)
    * ${slotSeconds}::int - floor(extract(epoch FROM ${at}::timestamptz))::int8 AS "retryAfter"
  FROM reveal_counts WHERE user_id = ${userID} AND slot BETWEEN ${firstSlot(at, limit)}::int AND ${slotOf(at) + 1}::int`

const kept = 2 * 24 * 60 * 60 * 1000

/** Deletes expired slots, at the start and every hour. */
export const purgeRevealCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = new Date((yield* Clock.currentTimeMillis) - kept).toISOString()
  yield* sql`DELETE FROM reveal_counts WHERE slot < ${slotOf(at)}::int`
}).pipe(
  Effect.catchTag("SqlError", (error) =>
    isDatabaseUnavailable(error) ? Effect.void : Effect.logWarning("Failed to purge old reveal counts", error)
  ),
  Effect.repeat(Schedule.spaced("1 hour")),
  Effect.forkScoped,
  Layer.effectDiscard
)
