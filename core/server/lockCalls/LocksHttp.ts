import { Clock, Effect, Schema, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Malformed } from "#core/api/ApiErrors.ts"
import { instantRefusal } from "../http/realInstant.ts"
import { Session } from "#core/api/Guard.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { LockId } from "#core/base/ids.ts"
import { SearchRefused } from "#core/locks/LockErrors.ts"
import { codesHidden, searchRefusal } from "#core/locks/lockRules.ts"
import { type LockCriteria, type LockSort, parseFilter, parseSort } from "#core/locks/lockSearch.ts"
import { wholeListType, wholePieceSize } from "#core/locks/wholeList.ts"
import { compressed, compressedStream } from "../http/compression.ts"
import { Activation } from "../activation/Activation.ts"
import { Reveals } from "../reveals/Reveals.ts"
import { LockSearch } from "../locks/LockSearch.ts"
import { Locks } from "../locks/Locks.ts"

const defaultCount = 10

/**
 * Locks in a piece of the synced list: 100,000 take 0.8 s this way, no less in larger pieces, and whoever waits for the
 * embedded database's one connection waits 30 ms at most.
 */
const syncCount = 5_000
const maxSyncCount = 10_000

/**
 * Locks of one answer with the whole list, and after how many milliseconds it ends where a piece does: a session that has
 * ended meanwhile, or sees less, is noticed with the next one.
 */
const wholeRows = 250_000
const wholeMillis = 10_000

/** Lines of a lock's log in a page, unless fewer are asked for. */
const maxLogCount = 1_000

/** Up to here a page is one statement and one text; beyond, it is streamed in pieces of this many rows. */
const pieceRows = 2_000

/** One answer holds at most this many rows; the order of more would not fit one message of the database. */
const maxRows = 1_000_000

/** JSON that the database built. As a string, so that it leaves in one piece with its headers. */
const json = (text: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, {
    headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }
  })

const isLockId = Schema.is(LockId)

/** What the contract's patterns let pass and no clock or table has, such as a lockID beyond the largest. */
const cursorRefusal = (lastPulled: string | undefined, after: string | undefined): Malformed | null => {
  const refusal = (path: string, message: string) => new Malformed({ data: { issues: [{ path, message }] } })
  const noInstant = instantRefusal("lastPulled", lastPulled)
  if (noInstant !== null) return noInstant
  const [millis = Number.NaN, id, start = 0] = (after ?? "0.1").split(".").map(Number)
  const moments = [millis, start].map((moment) => new Date(moment).getTime())
  return moments.some(Number.isNaN) || !(id === 0 || isLockId(id))
    ? refusal("after", "Expected the 'after' of the piece before")
    : null
}

export const LocksHttp = HttpApiBuilder.group(
  Api,
  "locks",
  Effect.fn(function* (handlers) {
    const activation = yield* Activation
    const locks = yield* Locks
    const reveals = yield* Reveals
    const search = yield* LockSearch

    /** An export: all matches in order, as one JSON answer that is never whole in memory. */
    const streamed = Effect.fnUntraced(function* (
      user: LoggedInUser,
      request: HttpServerRequest.HttpServerRequest,
      criteria: LockCriteria,
      sort: LockSort,
      count: number,
      page: number
    ) {
      if (page * count > maxRows && page > 1) {
        return yield* new SearchRefused({
          data: { part: `page=${page}`, expected: `pages within the first ${maxRows} rows` }
        })
      }
      const ids = yield* search.ids(user, criteria, sort, Math.min(count * page, maxRows + 1))
      if (ids.length > maxRows) {
        return yield* new SearchRefused({
          data: { part: `count=${count}`, expected: `at most ${maxRows} rows: narrow the filter` }
        })
      }
      const { totalCount } = yield* search.search(user, { criteria, sort, count: 1, page: 1 })
      const wanted = ids.slice(count * (page - 1))
      const pieces = Array.from({ length: Math.ceil(wanted.length / pieceRows) }, (_, at) =>
        wanted.slice(at * pieceRows, (at + 1) * pieceRows)
      )
      let first = true
      const body = Stream.fromIterable(pieces).pipe(
        Stream.mapEffect((piece) => search.byIds(user, piece)),
        Stream.map((text) => text.slice(1, -1)),
        Stream.filter((text) => text !== ""),
        Stream.map((text) => {
          const joined = first ? text : `,${text}`
          first = false
          return joined
        })
      )
      const text = Stream.make('{"success":true,"data":[').pipe(
        Stream.concat(body),
        Stream.concat(Stream.make(`],"totalCount":${totalCount}}`)),
        Stream.encodeText
      )
      return codesHidden(user)
        ? compressedStream(text, request)
        : HttpServerResponse.stream(text, { contentType: "application/json" })
    })

    return handlers.handleAll({
      sync: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        const refusal = cursorRefusal(query.lastPulled, query.after)
        // Declared for every call by `Problems`, so not among this one's own failures.
        if (refusal !== null) return yield* Effect.die(refusal)
        const { data, ...piece } = yield* locks.sync(user, {
          lastPulled: query.lastPulled,
          after: query.after,
          facilityID: query.facilityID,
          count: Math.min(query.count ?? syncCount, maxSyncCount)
        })
        const facts = JSON.stringify(piece).slice(1)
        return json(`{"success":true,"data":${data},${facts}`)
      }),
      whole: Effect.fnUntraced(function* ({ query, request }) {
        const { user } = yield* Session
        const refusal = cursorRefusal(undefined, query.after)
        if (refusal !== null) return yield* Effect.die(refusal)
        const count = Math.min(query.count ?? wholePieceSize, wholePieceSize)
        // The first piece is made before the answer begins, so that a failure still has its status.
        const first = yield* locks.whole(user, query.after, count)
        const began = yield* Clock.currentTimeMillis
        const rest = Stream.unfold({ after: first.after, left: wholeRows - count }, ({ after, left }) =>
          Effect.gen(function* () {
            if (after === null || left < count || (yield* Clock.currentTimeMillis) - began > wholeMillis)
              return undefined
            const piece = yield* locks.whole(user, after, count)
            return [piece.bytes, { after: piece.after, left: left - count }] as const
          })
        )
        // The next piece is read while one is compressed and sent.
        const pieces = Stream.make(first.bytes).pipe(Stream.concat(rest), Stream.buffer({ capacity: 1 }))
        return compressedStream(pieces, request, wholeListType)
      }),
      search: Effect.fnUntraced(function* ({ query, request }) {
        const { user } = yield* Session
        const criteria = yield* Effect.fromResult(parseFilter(query.filter))
        const sort = yield* Effect.fromResult(parseSort(query.sort))
        const refusal = searchRefusal(user, criteria, sort)
        if (refusal !== null) return yield* refusal
        const count = query.count ?? defaultCount
        const page = query.page ?? 1
        if (count > pieceRows) return yield* streamed(user, request, criteria, sort, count, page)
        const { data, totalCount } = yield* search.search(user, { criteria, sort, count, page })
        const answer = json(`{"success":true,"data":${data},"totalCount":${totalCount}}`)
        return codesHidden(user) ? yield* compressed(answer, request) : answer
      }),
      logs: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        const { lockID, from, count = maxLogCount } = query
        return { success: true as const, ...(yield* locks.logs(user, { lockID, from, count })) }
      }),
      log: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return { success: true as const, data: yield* locks.log(user, params.id) }
      }),
      show: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return { success: true as const, data: yield* locks.show(user, params.id) }
      }),
      activate: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const { lock: data, unchanged } = yield* activation.activate(user, payload.serialCode, payload.facilityID)
        return { success: true as const, ...(unchanged ? { unchanged } : {}), data }
      }),
      reveal: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return { success: true as const, data: yield* reveals.reveal(user, payload.serialCode, payload.reason) }
      })
    })
  })
)
