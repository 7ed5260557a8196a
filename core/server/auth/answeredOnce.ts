import { createHash } from "node:crypto"
import { Cause, Effect, Option, Result } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { Malformed, SavedAlready } from "#core/api/ApiErrors.ts"
import { changeHeader } from "#core/audit/undoableActions.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { repeatedHeader, requestKeyHeader } from "#core/auth/RequestKey.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { now } from "../db/now.ts"
import { type KeyedRequest, RequestRepeated, RequestUnderWay } from "../db/requestKeys.ts"
import { Keyring } from "../secrets/Keyring.ts"

/** Printable ASCII without spaces, which every client can send and every log can show. */
const keyForm = /^[!-~]{1,100}$/

/** How long a repeated request waits for the first one's response, if that is committed but not stored yet. */
const answerDelay = { every: "50 millis", times: 40 } as const

const keepFailed = "The response to a request with an idempotency key was not stored. A repeat will get a conflict."

/** The stored form of a response. */
type KeptAnswer = readonly [status: number, change: string | null, body: string]

const malformed = (message: string) =>
  Effect.die(new Malformed({ data: { issues: [{ path: requestKeyHeader, message }] } }))

/** A request by its key and user. */
type Identified = Omit<KeyedRequest, "keep">

const about = ({ userID, key }: Identified): string => `answer\n${userID}\n${key}`

const isRepeated = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Result.getSuccess(Cause.findDefect(cause)), (defect) => defect instanceof RequestRepeated)

/**
 * Carries out calls that create something once per client key (`claimRequestKey`), and answers repeats with the first response.
 */
export const makeAnsweredOnce = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring

  const digestOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const sum = createHash("sha256").update(`${request.method} ${request.url}\n`)
    // Multipart bodies get a new boundary each time they are sent, so only JSON bodies are hashed.
    const isJson = request.headers["content-type"]?.startsWith("application/json") === true
    const body = isJson
      ? yield* Effect.orElseSucceed(request.arrayBuffer, () => new ArrayBuffer(0))
      : new ArrayBuffer(0)
    return sum.update(new Uint8Array(body)).digest()
  })

  const find = ({ userID, key }: Identified) =>
    sql<{ readonly companyID: CompanyId; readonly digest: Uint8Array; readonly answer: Uint8Array | null }>`
      SELECT company_id AS "companyID", digest, answer FROM request_keys WHERE user_id = ${userID} AND key = ${key}`

  /** The first response to a request; null if it was not carried out yet. */
  const firstAnswer = Effect.fnUntraced(function* (request: Identified, waits: boolean) {
    const looked = Effect.map(find(request), ([found]) => found)
    let row = yield* looked
    for (let times = 0; waits && row?.answer === null && times < answerDelay.times; times++) {
      yield* Effect.sleep(answerDelay.every)
      row = yield* looked
    }
    if (row === undefined) return null
    if (!Buffer.from(row.digest).equals(request.digest))
      return yield* malformed("This key was sent with another request.")
    if (row.answer === null) return waits ? yield* Effect.die(new SavedAlready()) : yield* answerLater(request)
    const text = yield* keyring.openText(row.companyID, about(request), row.answer)
    const [status, change, body] = JSON.parse(text) as KeptAnswer
    const headers = { [repeatedHeader]: "true", ...(change === null ? {} : { [changeHeader]: change }) }
    return HttpServerResponse.text(body, { status, headers, contentType: "application/json" })
  })

  const answerLater = (request: Identified): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
    Effect.flatMap(Effect.orDie(firstAnswer(request, true)), (answer) =>
      answer === null ? Effect.die(new SavedAlready()) : Effect.succeed(answer)
    )

  const keep = Effect.fnUntraced(function* (request: Identified, kept: KeptAnswer): Effect.fn.Return<void, SqlError> {
    const answer = yield* keyring.sealText(request.companyID, about(request), JSON.stringify(kept))
    yield* sql`UPDATE request_keys SET answer = ${answer} WHERE user_id = ${request.userID} AND key = ${request.key}`
  })

  const keepResponse = (request: Identified, { body, headers, status }: HttpServerResponse.HttpServerResponse) =>
    body._tag === "Uint8Array"
      ? keep(request, [status, headers[changeHeader] ?? null, Buffer.from(body.body).toString("utf8")])
      : Effect.void

  return Effect.fnUntraced(function* <E, R>(
    user: LoggedInUser,
    request: HttpServerRequest.HttpServerRequest,
    key: string,
    call: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) {
    if (!keyForm.test(key)) return yield* malformed("Expected 1 to 100 letters, digits or signs without spaces.")
    const { userID, companyID } = user
    const made = { userID, companyID, key, digest: yield* digestOf(request), at: yield* now }
    const keyed: KeyedRequest = { ...made, keep: (json) => keep(made, [200, null, json]) }
    const before = yield* Effect.orDie(firstAnswer(keyed, false))
    if (before !== null) return before
    const response = yield* Effect.provideService(call, RequestUnderWay, keyed).pipe(
      Effect.catchCause((cause) => (isRepeated(cause) ? answerLater(keyed) : Effect.failCause(cause)))
    )
    // Store the response before sending it, so that a retry gets it if it is lost in transit. If it can't be stored, a retry is
    // answered that the request was saved.
    if (response.headers[repeatedHeader] !== undefined) return response
    yield* Effect.ignoreCause(keepResponse(keyed, response), { log: "Warn", message: keepFailed })
    return response
  })
})
