import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId, LogId } from "#core/base/ids.ts"
import type { Lock, LockLog, ShownLock } from "#core/locks/Lock.ts"
import { type LockDetailDenied, LockNotFound, LogNotFound } from "#core/locks/LockErrors.ts"
import { combinationMasked, detailRefusal } from "#core/locks/lockRules.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { lockJoins, lockJson, visible } from "./lockSql.ts"
import { matchScan } from "./lockSearchSql.ts"
import { changedPiece, leftSince, type SyncPlace, type SyncRow, wholePiece } from "./lockSyncSql.ts"
import { wholeColumnsPiece } from "./lockWholeSql.ts"
import { lastPlace, wholePieceBytes } from "./wholePiece.ts"

/** Where a page of the synced list starts. */
export interface SyncQuery {
  readonly lastPulled: string | undefined
  /** `after` of the previous page: milliseconds, lockID and, in a pull of the whole list, the instant that pull started. */
  readonly after: string | undefined
  readonly facilityID: FacilityId | undefined
  readonly count: number
}

/** A page of the synced list: `data` is a JSON array of `Lock`. `lastPulled` stays the same until the last page. */
export interface SyncedText {
  readonly data: string
  readonly gone: ReadonlyArray<number>
  readonly lastPulled: string
  readonly after: string | null
  /** The total number of locks; only on the first page of the whole list. */
  readonly total?: number
}

/** A page of the whole list in its packed form, and where the next one starts; null after the last. */
export interface WholePiece {
  readonly bytes: Uint8Array
  readonly after: string | null
}

/** Which lines of a lock's log: those before `from`, newest first, at most `count`. */
export interface LogQuery {
  readonly lockID: LockId
  readonly from: LogId | undefined
  readonly count: number
}

/** These lines, and where the next page starts. */
export interface LogPage {
  readonly data: ReadonlyArray<LockLog>
  readonly next: LogId | null
}

interface ShownRow {
  readonly json: Lock
  readonly serial: string
  readonly status: LockStatusId
  readonly code_version: number
  readonly sealed: Uint8Array
}

/**
 * Transactions do not commit in the order of their timestamps: an older one may become visible after a pull. So each pull
 * starts this many milliseconds before the last one; merging by lockID makes duplicates harmless.
 */
const overlap = 10_000

/** `lastPulled` until the whole list is complete: a client that starts over from here misses nothing. */
const epoch = "1970-01-01T00:00:00.000Z"

/** The position in a cursor, and when its pull of the whole list started. */
const readCursor = (after: string | undefined): { readonly place: SyncPlace; readonly start: number | undefined } => {
  const [millis, id, start] = (after ?? "0.0").split(".")
  return {
    place: { millis: Number(millis), lockID: Number(id) },
    start: start === undefined ? undefined : Number(start)
  }
}

/** Where the first pull after one that started at this instant (in milliseconds) begins. */
const upTo = (moment: number): string => new Date(moment - overlap).toISOString()

const nothing: SyncRow = { data: "[]", n: 0, last: null }

/** Reads locks: the synced list, one lock, its log. */
export class Locks extends Context.Service<
  Locks,
  {
    readonly sync: (user: LoggedInUser, query: SyncQuery) => Effect.Effect<SyncedText>
    /** A page of the whole list, from a cursor on. */
    readonly whole: (user: LoggedInUser, after: string | undefined, count: number) => Effect.Effect<WholePiece>
    readonly show: (user: LoggedInUser, lockID: LockId) => Effect.Effect<ShownLock, LockNotFound | LockDetailDenied>
    readonly logs: (user: LoggedInUser, query: LogQuery) => Effect.Effect<LogPage, LockNotFound | LockDetailDenied>
    readonly log: (user: LoggedInUser, logID: LogId) => Effect.Effect<LockLog, LogNotFound | LockDetailDenied>
  }
>()("lockdesk/server/Locks") {
  static readonly layer = Layer.effect(
    Locks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring

      const countAll = Effect.fnUntraced(function* (user: LoggedInUser, facilityID?: FacilityId) {
        const { total } = matchScan(sql, user, facilityID === undefined ? {} : { facilityID }, "middle")
        const [counted] = yield* sql<{ n: number }>`SELECT ${total} AS n`
        return counted?.n ?? 0
      })

      const whole = Effect.fn("Locks.whole")(function* (user: LoggedInUser, from: string | undefined, count: number) {
        const { place, start } = readCursor(from)
        const began = start ?? (yield* Clock.currentTimeMillis)
        const [row] = yield* wholeColumnsPiece(sql, user, { place, count })
        if (row === undefined) return yield* Effect.die(new Error("an aggregate without a row"))
        const after = row.n < count ? null : `${lastPlace(row)}.${began}`
        const lastPulled = after === null ? upTo(began) : epoch
        const total = start === undefined ? { total: after === null ? row.n : yield* countAll(user) } : {}
        return { bytes: wholePieceBytes(row, { after, lastPulled, ...total }), after }
      }, Effect.orDie)

      const sync = Effect.fn("Locks.sync")(function* (user: LoggedInUser, query: SyncQuery) {
        const { facilityID, count } = query
        const millis = yield* Clock.currentTimeMillis
        const { place, start } = readCursor(query.after)
        if (start !== undefined || query.lastPulled === undefined) {
          // Changes during a pull of the whole list come with the next pull, which begins where this one started.
          const began = start ?? millis
          const [found] = yield* wholePiece(sql, user, { facilityID, place, count })
          const { data, n, last } = found ?? nothing
          if (n < count)
            return {
              data,
              gone: [],
              lastPulled: upTo(began),
              after: null,
              ...(start === undefined ? { total: n } : {})
            }
          const piece = { data, gone: [], lastPulled: epoch, after: `${last}.${began}` }
          if (start !== undefined) return piece
          return { ...piece, total: yield* countAll(user, facilityID) }
        }
        // A pull from before the clock was set back says nothing about later changes, so all are sent again.
        const pulled = new Date(query.lastPulled)
        const since = pulled.getTime() > latestTime(millis) ? new Date(0) : pulled
        const begin = place.millis < since.getTime() ? { millis: since.getTime(), lockID: 0 } : place
        const [found] = yield* changedPiece(sql, user, { facilityID, place: begin, count })
        const { data, n, last } = found ?? nothing
        if (n === count) return { data, gone: [], lastPulled: query.lastPulled, after: last }
        const [left] = yield* leftSince(sql, user, facilityID, since)
        return { data, gone: left?.ids ?? [], lastPulled: upTo(millis), after: null }
      }, Effect.orDie)

      const row = Effect.fnUntraced(function* (user: LoggedInUser, lockID: LockId) {
        const [found] = yield* Effect.orDie(sql<ShownRow>`
          SELECT ${lockJson(sql, user)} AS json, l.serial, l.status, l.code_version, l.sealed
          FROM locks l ${lockJoins(sql)} WHERE l.lock_id = ${lockID} AND ${visible(sql, user)}`)
        if (found === undefined) return yield* new LockNotFound()
        const refusal = detailRefusal(user, found.status)
        return refusal === null ? found : yield* refusal
      })

      const show = Effect.fn("Locks.show")(function* (user: LoggedInUser, lockID: LockId) {
        const { json, serial, status, code_version: version, sealed } = yield* row(user, lockID)
        const unlockCode = combinationMasked(user, status)
          ? null
          : yield* keyring.openCode({ companyID: user.companyID, serial, version }, sealed)
        return { ...json, unlockCode }
      })

      const logs = Effect.fn("Locks.logs")(function* (user: LoggedInUser, { lockID, from, count }: LogQuery) {
        yield* row(user, lockID)
        // Read one extra line to know whether there are more.
        const lines = yield* Effect.orDie(sql<LockLog>`
          SELECT log_id AS "logID", lock_id AS "lockID", description AS "logDescription", iso(created_at) AS "createdOn"
          FROM lock_logs WHERE lock_id = ${lockID} AND company_id = ${user.companyID}
            ${from === undefined ? sql`` : sql`AND log_id < ${from}`} ORDER BY log_id DESC LIMIT ${count + 1}`)
        const data = lines.slice(0, count)
        return { data, next: lines.length > count ? (data.at(-1)?.logID ?? null) : null }
      })

      const log = Effect.fn("Locks.log")(function* (user: LoggedInUser, logID: LogId) {
        const [found] = yield* Effect.orDie(sql<LockLog>`
          SELECT log_id AS "logID", lock_id AS "lockID", description AS "logDescription", iso(created_at) AS "createdOn"
          FROM lock_logs WHERE log_id = ${logID} AND company_id = ${user.companyID}`)
        if (found === undefined) return yield* new LogNotFound()
        yield* row(user, found.lockID).pipe(Effect.catchTag("LockNotFound", () => Effect.fail(new LogNotFound())))
        return found
      })

      return Locks.of({ sync, whole, show, logs, log })
    })
  )
}
