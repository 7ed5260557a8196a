import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Lock, LockLog, ShownLock } from "#core/locks/Lock.ts"
import { type LockDetailDenied, LockNotFound, LogNotFound } from "#core/locks/LockErrors.ts"
import { combinationMasked, detailRefusal } from "#core/locks/lockRules.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { lockJoins, lockJson, visible } from "./lockSql.ts"

/** Where a piece of the synced list begins. */
export interface SyncQuery {
  readonly lastPulled: string | undefined
  /** `after` of the piece before: milliseconds, dot, lockID. */
  readonly after: string | undefined
  readonly facilityID: number | undefined
  readonly count: number
}

/** A piece of the synced list: `data` is a JSON array of `Lock`. Until the last piece `lastPulled` is where the pull began. */
export interface SyncedText {
  readonly data: string
  readonly lastPulled: string
  readonly after: string | null
}

interface ShownRow {
  readonly json: Lock
  readonly serial: string
  readonly status: LockStatusId
  readonly code_version: number
  readonly sealed: Uint8Array
}

/**
 * Transactions do not commit in the order of their clocks: one that began before a pull may become visible after it. So
 * each pull begins this many milliseconds before the last one; merging by lockID makes what comes twice harmless.
 */
const overlap = 10_000

/** Where a pull begins that has not pulled before: pieces after its first also bring what was removed meanwhile. */
const epoch = "1970-01-01T00:00:00.000Z"

/** Reading locks: the synced list, one lock, its log. */
export class Locks extends Context.Service<
  Locks,
  {
    readonly sync: (user: LoggedInUser, query: SyncQuery) => Effect.Effect<SyncedText>
    readonly show: (user: LoggedInUser, lockID: number) => Effect.Effect<ShownLock, LockNotFound | LockDetailDenied>
    readonly logs: (
      user: LoggedInUser,
      lockID: number
    ) => Effect.Effect<ReadonlyArray<LockLog>, LockNotFound | LockDetailDenied>
    readonly log: (user: LoggedInUser, logID: number) => Effect.Effect<LockLog, LogNotFound | LockDetailDenied>
  }
>()("lockdesk/server/Locks") {
  static readonly layer = Layer.effect(
    Locks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring

      const sync = Effect.fn("Locks.sync")(function* (user: LoggedInUser, query: SyncQuery) {
        const millis = yield* Clock.currentTimeMillis
        const [at, id] = (query.after ?? "0.0").split(".")
        const since = query.lastPulled === undefined ? null : new Date(query.lastPulled)
        const [found] = yield* sql<{ data: string; n: number; last: string | null }>`
          WITH r AS (
            SELECT ${lockJson(sql, user, false)} AS j, l.updated_at, l.lock_id FROM locks l ${lockJoins(sql)}
            WHERE ${visible(sql, user)}
              AND (l.updated_at, l.lock_id) > (${new Date(Number(at))}::timestamptz, ${Number(id)}::int)
              ${since === null ? sql`AND l.is_active` : sql`AND l.updated_at >= ${since}::timestamptz`}
              ${query.facilityID === undefined ? sql`` : sql`AND l.facility_id = ${query.facilityID}`}
            ORDER BY l.updated_at, l.lock_id LIMIT ${query.count})
          SELECT coalesce(json_agg(j), '[]')::text AS data, count(*)::int AS n,
            (SELECT (extract(epoch FROM updated_at) * 1000)::int8 || '.' || lock_id FROM r
             ORDER BY r.updated_at DESC, r.lock_id DESC LIMIT 1) AS last
          FROM r`
        const full = found !== undefined && found.n === query.count
        return {
          data: found?.data ?? "[]",
          lastPulled: full ? (query.lastPulled ?? epoch) : new Date(millis - overlap).toISOString(),
          after: full ? found.last : null
        }
      }, Effect.orDie)

      const row = Effect.fnUntraced(function* (user: LoggedInUser, lockID: number) {
        const [found] = yield* Effect.orDie(sql<ShownRow>`
          SELECT ${lockJson(sql, user, false)} AS json, l.serial, l.status, l.code_version, l.sealed
          FROM locks l ${lockJoins(sql)} WHERE l.lock_id = ${lockID} AND ${visible(sql, user)}`)
        if (found === undefined) return yield* new LockNotFound()
        const refusal = detailRefusal(user, found.status)
        return refusal === null ? found : yield* refusal
      })

      const show = Effect.fn("Locks.show")(function* (user: LoggedInUser, lockID: number) {
        const { json, serial, status, code_version: version, sealed } = yield* row(user, lockID)
        const unlockCode = combinationMasked(user, status)
          ? null
          : yield* keyring.openCode({ companyID: user.companyID, serial, version }, sealed)
        return { ...json, unlockCode }
      })

      const logs = Effect.fn("Locks.logs")(function* (user: LoggedInUser, lockID: number) {
        yield* row(user, lockID)
        return yield* Effect.orDie(sql<LockLog>`
          SELECT log_id AS "logID", lock_id AS "lockID", description AS "logDescription", iso(created_at) AS "createdOn"
          FROM lock_logs WHERE lock_id = ${lockID} AND company_id = ${user.companyID} ORDER BY log_id DESC LIMIT 1000`)
      })

      const log = Effect.fn("Locks.log")(function* (user: LoggedInUser, logID: number) {
        const [found] = yield* Effect.orDie(sql<LockLog>`
          SELECT log_id AS "logID", lock_id AS "lockID", description AS "logDescription", iso(created_at) AS "createdOn"
          FROM lock_logs WHERE log_id = ${logID} AND company_id = ${user.companyID}`)
        if (found === undefined) return yield* new LogNotFound()
        yield* row(user, found.lockID).pipe(Effect.catchTag("LockNotFound", () => Effect.fail(new LogNotFound())))
        return found
      })

      return Locks.of({ sync, show, logs, log })
    })
  )
}
