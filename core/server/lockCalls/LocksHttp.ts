import { Clock, Effect, Schema, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Malformed } from "#core/api/ApiErrors.ts"
import { instantRefusal } from "../http/realInstant.ts"
import { Session } from "#core/api/Guard.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { LockId } from "#core/base/ids.ts"
import { SearchRefused } from "#core/locks/LockSearchErrors.ts"
import { codesHidden } from "#core/locks/lockRules.ts"
import { type LockCriteria, type LockSort, parseFilter, parseSort, searchRefusal } from "#core/locks/lockSearch.ts"
import { wholeListType, wholePieceSize } from "#core/locks/wholeList.ts"
import { succeeded } from "#core/base/paging.ts"
import { compressed, compressedStream } from "../http/compression.ts"
import { Activation } from "../activation/Activation.ts"
import { Reveals } from "../reveals/Reveals.ts"
import { LockSearch } from "../locks/LockSearch.ts"
import { Locks } from "../locks/Locks.ts"

const defaultCount = 10

/**
 * Locks per page of the synced list: 100,000 take 0.8 s this way (larger pages are not faster), and others wait at most 30 ms
 * for the embedded database's only connection.
 */
const syncCount = 5_000
const maxSyncCount = 10_000

/**
 * Limits of a response with the whole list: locks, and the milliseconds after which it ends at the next page. A session that
 * ends or loses access during the response is noticed at the next request.
 */
const wholeRows = 250_000
const wholeMillis = 10_000

/** Log lines per page, unless fewer are requested. */
const maxLogCount = 1_000

/** Up to this size a page is one statement and one text; larger ones are streamed in batches of this many rows. */
const pieceRows = 2_000

/** The maximum number of rows per response; sorting more would not fit in one database message. */
const maxRows = 1_000_000

/** JSON built by the database. As a string, so that it is sent in one piece with its headers. */
const json = (text: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, {
    headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }
  })

const isLockId = Schema.is(LockId)

/** Refuses cursors that match the contract's pattern but can't exist, such as one with a lockID that is too large. */
const cursorRefusal = (lastPulled: string | undefined, after: string | undefined): Malformed | null => {
  const refusal = (path: string, message: string) => new Malformed({ data: { issues: [{ path, message }] } })
  const noInstant = instantRefusal("lastPulled", lastPulled)
  if (noInstant !== null) return noInstant
  const [millis = Number.NaN, id, start = 0] = (after ?? "0.1").split(".").map(Number)
  const moments = [millis, start].map((moment) => new Date(moment).getTime())
  return moments.some(Number.isNaN) || !(id === 0 || isLockId(id))
    ? refusal("after", "Expected the 'after' value of the previous page")
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

    /** An export: all matches in order, as one JSON response that is never completely in memory. */
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
        // `Problems` declares it for every call, so it is not among the call's own failures.
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
        // The first page is read before the response starts, so that a failure still gets its status.
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
        // The next page is read while the current one is compressed and sent.
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
        return succeeded(yield* locks.log(user, params.id))
      }),
      show: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return succeeded(yield* locks.show(user, params.id))
      }),
      activate: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const { lock: data, unchanged } = yield* activation.activate(user, payload.serialCode, payload.facilityID)
        return { success: true as const, ...(unchanged ? { unchanged } : {}), data }
      }),
      reveal: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return succeeded(yield* reveals.reveal(user, payload.serialCode, payload.reason))
      })
    })
  })
)
