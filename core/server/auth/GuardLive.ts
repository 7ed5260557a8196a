import { Effect, Layer, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { Malformed, ServerFault } from "#core/api/ApiErrors.ts"
import { type CurrentSession, Guard, Session } from "#core/api/Guard.ts"
import { changeHeader } from "#core/audit/undoableActions.ts"
import { type Access, declaredAccess, openToKeys } from "#core/auth/Access.ts"
import { AccessDenied, ApiKeyNotAccepted, CompanyNotFound, NotForApiKeys, SignedOut } from "#core/auth/AuthErrors.ts"
import { accessRefusal, keyRefusal } from "#core/auth/accessRules.ts"
import { isByViewer, viewingRefusal } from "#core/auth/viewingAccess.ts"
import { madeOnce, requestKeyHeader } from "#core/auth/RequestKey.ts"
import { CompanyId } from "#core/base/ids.ts"
import { DryRun, type DryRunMode, dryRunMode } from "#core/auth/DryRun.ts"
import { ChangeMade } from "../audit/ChangeMade.ts"
import { makeAnsweredOnce } from "./answeredOnce.ts"
import { checkedBody } from "./checkedBody.ts"
import { checkedQuery } from "./checkedQuery.ts"
import { isKeySecret } from "./keySecrets.ts"
import { Limiter } from "./Limiter.ts"
import { Sessions } from "./Sessions.ts"
import { Settings } from "../Settings.ts"
import { rolledBackCall } from "../db/dryRuns.ts"
import { addressOf, tokenOf } from "../http/callFacts.ts"
import { FormArrived } from "../http/knownParts.ts"
import { noteUser } from "../http/requestUser.ts"
import { compressed, compressedCalls } from "../http/compression.ts"

/**
 * The company named by a call. An invalid value is refused, never ignored: otherwise the call could run for the caller's own
 * company instead.
 */
const companyOf = (value: string | ReadonlyArray<string> | undefined): Effect.Effect<CompanyId | undefined> => {
  if (value === undefined) return Effect.succeed(undefined)
  const id = typeof value === "string" && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : Number.NaN
  // `Problems`, which wraps the guard, declares Malformed for every call.
  return isCompanyId(id)
    ? Effect.succeed(id)
    : Effect.die(
        new Malformed({ data: { issues: [{ path: "companyID", message: "Expected the id of one company" }] } })
      )
}

const isCompanyId = Schema.is(CompanyId)

/**
 * Whether a call is a dry run. Calls that don't support dry runs and values that are not understood are refused, never run for
 * real. For a call that only reads, both modes are the same.
 */
const dryRunOf = (
  { method }: HttpServerRequest.HttpServerRequest,
  value: string | ReadonlyArray<string> | undefined,
  mode: DryRunMode
): Effect.Effect<Exclude<DryRunMode, "none"> | null> => {
  if (value === undefined || method === "GET") return Effect.succeed(null)
  if (value === "true" && mode !== "none") return Effect.succeed(mode)
  const message = value === "true" ? "This call has no dry run" : "Expected true"
  return Effect.die(new Malformed({ data: { issues: [{ path: "dryRun", message }] } }))
}

/** Public endpoints have no session; reading it there is a bug. */
const noSession = new Proxy({} as CurrentSession, {
  get() {
    throw new Error("a public call has no session")
  }
})

/** Why a session may not make a call, or null. */
const refusalOf = (
  session: CurrentSession,
  access: Access,
  name: string,
  { method }: HttpServerRequest.HttpServerRequest
) => {
  const notIncluded = keyRefusal(session.user)
  if (notIncluded !== null) return notIncluded
  const viewing = viewingRefusal(session.user, name, method === "GET")
  if (viewing !== null) return viewing
  const refusal = accessRefusal(isByViewer(session.user, name) ? session.own : session.user, access)
  return refusal?._tag === "AccessDenied" && session.user.apiKey !== undefined
    ? new AccessDenied({ data: { ...refusal.data, byKey: true } })
    : refusal
}

/** A session as it is by now. Its token may have been replaced, which isn't in the cache of sessions. */
const current = (
  { peek, peekById }: Sessions["Service"],
  token: string,
  { sessionId, user }: CurrentSession,
  companyID: CompanyId | undefined
): Effect.Effect<CurrentSession | null> =>
  Effect.flatMap(peek(token, companyID), (found) =>
    found === null ? peekById(sessionId, user.companyID) : Effect.succeed(found)
  )

/** The guard: checks every endpoint's declared access against the session of the token, before anything else runs. */
export const GuardLive = Layer.effect(
  Guard,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const limiter = yield* Limiter
    const { limits, trustedProxies } = yield* Settings
    const answeredOnce = yield* makeAnsweredOnce
    const rolled = rolledBackCall(yield* SqlClient.SqlClient)
    return (call, { endpoint, group }) => {
      const access = declaredAccess(endpoint)
      // An endpoint without declared access is a bug on our side, and stays closed.
      if (access === null)
        return Effect.die(new Error(`${endpoint.identifier} declares no access`, { cause: new ServerFault() }))
      const query = checkedQuery(endpoint)
      const body = checkedBody(endpoint, group)
      if (access.kind === "public") {
        return Effect.gen(function* () {
          const { dryRun } = yield* query
          // Without a session, a dry run would let strangers hold database transactions open.
          yield* dryRunOf(yield* HttpServerRequest.HttpServerRequest, dryRun, "none")
          yield* body
          return yield* Effect.provideService(call, Session, noSession)
        })
      }
      const keysToo = openToKeys(endpoint)
      const once = madeOnce(endpoint)
      return Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const token = tokenOf(request)
        if (token === null) return yield* new SignedOut()
        const asked = yield* HttpServerRequest.ParsedSearchParams
        const companyID = yield* companyOf(asked["companyID"])
        const dryRun = yield* dryRunOf(request, asked["dryRun"], dryRunMode(endpoint))
        const byKey = isKeySecret(token)
        const from = byKey ? addressOf(request, trustedProxies) : undefined
        const session = yield* sessions.find(token, companyID, from)
        if (session === null) {
          if (byKey) return yield* new ApiKeyNotAccepted()
          const own = companyID === undefined ? null : yield* sessions.find(token, undefined)
          if (own === null || companyID === undefined) return yield* new SignedOut()
          return yield* new CompanyNotFound({ data: { companyID } })
        }
        noteUser(request, session.user.userID)
        const { apiKey } = session.user
        if (apiKey !== undefined) {
          // Each process counts for itself: a count in the database would cost more than most calls.
          yield* limiter.takeHere(`api key ${apiKey.id}`, limits.apiKey)
          if (!keysToo) return yield* new NotForApiKeys()
        }
        const name = `${group.identifier}.${endpoint.identifier}`
        const refused = refusalOf(session, access, name, request)
        if (refused !== null) return yield* refused
        yield* query
        yield* body
        // A body can take a minute to arrive. What was taken away meanwhile counts.
        const again = Effect.gen(function* () {
          const now = yield* current(sessions, token, session, companyID)
          if (now === null) return yield* byKey ? new ApiKeyNotAccepted() : new SignedOut()
          const since = refusalOf(now, access, name, request)
          return since === null ? now : yield* since
        })
        const now = request.method === "GET" ? session : yield* again
        const made = call.pipe(
          Effect.provideService(Session, now),
          Effect.provideService(FormArrived, Effect.orDie(again))
        )
        // Read a slow body before the transaction starts. If that fails, the handler meets the same failure and reports it.
        if (dryRun === "whole") yield* Effect.ignore(request.arrayBuffer)
        const change: { seq: number | null } = { seq: null }
        // API keys can't undo: their changes belong to no person.
        const noted = apiKey === undefined ? Effect.provideService(made, ChangeMade, change) : made
        const tried = dryRun === null ? noted : Effect.provideService(made, DryRun, true)
        const done = Effect.map(dryRun === "whole" ? rolled(tried) : tried, (answer) =>
          change.seq === null ? answer : HttpServerResponse.setHeader(answer, changeHeader, String(change.seq))
        )
        const key = once && dryRun === null ? request.headers[requestKeyHeader] : undefined
        const response = yield* key === undefined ? done : answeredOnce(now.user, request, key, done)
        return compressedCalls.has(name) ? yield* compressed(response, request) : response
      })
    }
  })
)
