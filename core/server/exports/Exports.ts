import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import type { ExportFormat } from "#core/exports/exportFormats.ts"
import { maxExportLocks } from "#core/exports/exportLimits.ts"
import { exportReady } from "#core/exports/exportReady.ts"
import { type LockColumnId, lockColumnsFor, lockFileName, lockSheet } from "#core/exports/lockColumns.ts"
import type { SheetColumn, SheetValue } from "#core/exports/sheetColumns.ts"
import { type SearchNotShown, SearchRefused } from "#core/locks/LockSearchErrors.ts"
import { parseFilter, parseSort, searchRefusal } from "#core/locks/lockSearch.ts"
import { Audit } from "../audit/Audit.ts"
import { doneBy } from "../audit/auditEntry.ts"
import { Limiter } from "../auth/Limiter.ts"
import { now } from "../db/now.ts"
import { Notices } from "../notices/Notices.ts"
import { LockSearch } from "../locks/LockSearch.ts"
import { visible } from "../locks/lockSql.ts"
import { Settings } from "../Settings.ts"
import { SheetFailed, sheetStream } from "./sheetStream.ts"

/** Rows per batch: others wait at most 20 ms for the embedded database's only connection. */
const pieceRows = 2_000

/** Batches that are read ahead, so that reading and writing overlap. */
const ahead = 2

/** Files created at the same time in this process, each in its own thread; others wait. */
const atOnce = 3

/** Which locks to export, and the format. */
export interface LocksWanted {
  readonly format: ExportFormat
  readonly filter: string | undefined
  readonly sort: string | undefined
  readonly lockIDs: ReadonlyArray<LockId> | undefined
  readonly columns: ReadonlyArray<LockColumnId> | undefined
}

/** The rows to export, and the format. */
export interface RowsWanted {
  readonly format: ExportFormat
  readonly name: string
  readonly sheet: string
  readonly columns: ReadonlyArray<SheetColumn>
  readonly rows: ReadonlyArray<ReadonlyArray<SheetValue>>
}

/** A file that is created while it is read. */
export interface ExportFile {
  readonly name: string
  readonly format: ExportFormat
  /** The number of rows, without the header. */
  readonly rows: number
  readonly bytes: Stream.Stream<Uint8Array, SheetFailed>
}

const piecesOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / pieceRows) }, (_, at) => all.slice(at * pieceRows, (at + 1) * pieceRows))

/** Exports lists as files. Each leaves an audit record before its first byte. */
export class Exports extends Context.Service<
  Exports,
  {
    /** `seen` is checked before each batch: whether the user may still see everything they could at the beginning. */
    readonly locks: (
      user: LoggedInUser,
      wanted: LocksWanted,
      seen: Effect.Effect<boolean>
    ) => Effect.Effect<ExportFile, SearchRefused | SearchNotShown | TooManyRequests>
    readonly rows: (user: LoggedInUser, wanted: RowsWanted) => Effect.Effect<ExportFile, TooManyRequests>
  }
>()("lockdesk/server/Exports") {
  static readonly layer = Layer.effect(
    Exports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const search = yield* LockSearch
      const audit = yield* Audit
      const limiter = yield* Limiter
      const { limits } = yield* Settings
      const notices = yield* Notices
      const threads = yield* Semaphore.make(atOnce)

      /** Creates the file when a thread is free. For a large file, the user gets a notice after the last byte was sent. */
      const inTurn = (
        user: LoggedInUser,
        name: string,
        rows: number,
        bytes: ExportFile["bytes"]
      ): ExportFile["bytes"] =>
        Stream.unwrap(Effect.as(Semaphore.takeScoped(threads, 1), bytes)).pipe(
          Stream.tapError(({ reason }) => Effect.logWarning("An export stopped before it was complete", { reason })),
          Stream.concat(Stream.drain(Stream.fromEffect(tellReady(user, exportReady(name, rows)))))
        )

      const tellReady = ({ userID, companyID }: LoggedInUser, message: string | null) =>
        message === null ? Effect.void : notices.send([userID], { companyID, kind: "success", message })

      /** The requested locks that the user can see, in the same order. */
      const visibleOf = (user: LoggedInUser, wanted: ReadonlyArray<LockId>) =>
        Effect.map(
          Effect.orDie(sql<{ ids: ReadonlyArray<LockId> | null }>`
            SELECT array_agg(l.lock_id ORDER BY o.place) AS ids
            FROM unnest(${[...wanted]}::int[]) WITH ORDINALITY AS o(id, place)
            JOIN locks l ON l.lock_id = o.id WHERE ${visible(sql, user)}`),
          ([found]) => found?.ids ?? []
        )

      const found = Effect.fnUntraced(function* (user: LoggedInUser, wanted: LocksWanted) {
        const criteria = yield* Effect.fromResult(parseFilter(wanted.filter))
        const sort = yield* Effect.fromResult(parseSort(wanted.sort))
        const refusal = searchRefusal(user, criteria, sort)
        if (refusal !== null) return yield* refusal
        const ids = yield* search.ids(user, criteria, sort, maxExportLocks + 1)
        if (ids.length <= maxExportLocks) return { ids, inventory: criteria.inventory === true }
        const expected = `at most ${maxExportLocks} rows: narrow the filter`
        return yield* new SearchRefused({ data: { part: wanted.filter ?? "", expected } })
      })

      const named = Effect.fnUntraced(function* (user: LoggedInUser, lockIDs: ReadonlyArray<LockId>, filter = "") {
        const ids = yield* visibleOf(user, [...new Set(lockIDs)])
        return { ids, inventory: /(^|;)inventory=true(;|$)/.test(filter) }
      })

      const locks = Effect.fn("Exports.locks")(function* (
        user: LoggedInUser,
        wanted: LocksWanted,
        seen: Effect.Effect<boolean>
      ) {
        const { format, filter, sort, lockIDs, columns } = wanted
        yield* limiter.take(`export ${user.userID}`, limits.exportPerUser, "exports")
        const { ids, inventory } = yield* lockIDs === undefined ? found(user, wanted) : named(user, lockIDs, filter)
        const shown = lockColumnsFor(user, columns)
        yield* Effect.orDie(
          audit.append({
            ...doneBy(user),
            at: yield* now,
            action: "exports.locks",
            subject: lockFileName(inventory),
            detail: {
              rows: ids.length,
              format,
              named: lockIDs !== undefined,
              filter: filter ?? "",
              sort: sort ?? "",
              columns: shown.map(({ title }) => title).join(", ")
            }
          })
        )
        const pieces = Stream.fromIterable(piecesOf(ids)).pipe(
          Stream.mapEffect(
            Effect.fnUntraced(function* (piece) {
              if (yield* seen) return yield* search.byIds(user, piece)
              return yield* new SheetFailed({ reason: "the session has ended or may see less than before" })
            })
          ),
          Stream.buffer({ capacity: ahead })
        )
        return {
          name: lockFileName(inventory),
          format,
          rows: ids.length,
          bytes: inTurn(
            user,
            lockFileName(inventory),
            ids.length,
            sheetStream({ format, sheet: lockSheet, columns: shown }, pieces)
          )
        }
      })

      const rows = Effect.fn("Exports.rows")(function* (user: LoggedInUser, wanted: RowsWanted) {
        const { name, format, sheet, columns } = wanted
        yield* limiter.take(`export ${user.userID}`, limits.exportPerUser, "exports")
        yield* Effect.orDie(
          audit.append({
            ...doneBy(user),
            at: yield* now,
            action: "exports.rows",
            subject: name,
            detail: { rows: wanted.rows.length, format }
          })
        )
        const pieces = Stream.fromIterable(piecesOf(wanted.rows).map((piece) => JSON.stringify(piece)))
        return {
          name,
          format,
          rows: wanted.rows.length,
          bytes: inTurn(user, name, wanted.rows.length, sheetStream({ format, sheet, columns }, pieces))
        }
      })

      return Exports.of({ locks, rows })
    })
  )
}
