import { Clock, Effect, Layer, LogLevel } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSwagger } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { version, versionHeader } from "#core/base/version.ts"
import { Settings } from "./Settings.ts"
import * as subjects from "./subjectLayers.ts"
import { GuardLive } from "./auth/GuardLive.ts"
import { consoleRoutes } from "./web/consoleRoutes.ts"
import { presentReference } from "./web/referencePage.ts"
import { plainPaths } from "./http/allowedMethods.ts"
import { plainRoutes } from "./http/plainRoutes.ts"
import { answerProblems, ProblemsLive } from "./http/ProblemsLive.ts"
import { withBrowser } from "./http/browserCookie.ts"
import { addressOf } from "./http/callFacts.ts"
import { notedUser } from "./http/requestUser.ts"
import { countRequest, Measuring } from "./observability/serverMetrics.ts"
import { securityHeaders } from "./http/securityHeaders.ts"
import type { TrustedProxies } from "./http/trustedProxies.ts"
import { pathOf, routedPath } from "./http/requestPath.ts"
import { requestIdOf } from "./http/requestId.ts"

const calls = HttpApiBuilder.layer(Api, { openapiPath: plainPaths.document }).pipe(
  Layer.provide(subjects.calls),
  Layer.provide([GuardLive, ProblemsLive])
)

const reference = HttpApiSwagger.layer(Api, { path: plainPaths.reference })

/**
 * By default, no cache may store a response. Decided by the response and not by the path, because the same path can be spelled
 * in many ways.
 */
const headersOf = (response: HttpServerResponse.HttpServerResponse, requestId: string): Record<string, string> => ({
  "x-request-id": requestId,
  "cache-control": response.headers["cache-control"] ?? "no-store"
})

/** The Vary header: the handler's own, plus the origin if CORS checked it. */
const varyOf = ({ headers }: HttpServerResponse.HttpServerResponse, cors: Record<string, string>) => {
  const { vary = "" } = cors
  return vary === "" || headers["vary"] === undefined ? {} : { vary: `${headers["vary"]}, ${vary}` }
}

/** Refusals that may be attacks: their log lines include the user and address. */
const suspicious: ReadonlySet<number> = new Set([401, 403, 429])

/** Changes and failures are logged at Info, reads at Debug. */
const logRequest = (
  tells: boolean,
  proxies: TrustedProxies,
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse,
  millis: number
) => {
  const quiet = response.status < 400 && (request.method === "GET" || request.method === "HEAD")
  if (quiet && !tells) return Effect.void
  const line = {
    method: request.method,
    path: pathOf(request),
    status: response.status,
    millis,
    requestId: requestIdOf(request),
    ...(suspicious.has(response.status) ? { userID: notedUser(request), address: addressOf(request, proxies) } : {})
  }
  return quiet ? Effect.logDebug("request", line) : Effect.logInfo("request", line)
}

/** CORS by allow-list. Browsers on our own origin don't need it. */
const corsHeaders = (origin: string | undefined, allowed: ReadonlyArray<string>): Record<string, string> =>
  origin !== undefined && allowed.includes(origin)
    ? {
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "access-control-allow-headers":
          "authorization, content-type, idempotency-key, x-requested-with, x-signalr-user-agent",
        "access-control-allow-methods": "GET, POST, PUT, DELETE, OPTIONS",
        "access-control-expose-headers": "x-request-id, retry-after",
        vary: "origin"
      }
    : {}

/** The whole HTTP application: the calls, their reference, health checks, and the middleware around them. */
export const makeApp = Effect.gen(function* () {
  const { maxBodyBytes, allowedOrigins, publicAddress, trustedProxies } = yield* Settings
  const always = { ...securityHeaders(publicAddress), [versionHeader]: version }
  const shownReference = presentReference()
  // Checked once: checking for every call costs as much as finding its session.
  const tells = yield* LogLevel.isEnabled("Debug")
  const measures = yield* Measuring
  const routes = yield* HttpRouter.toHttpEffect(
    Layer.mergeAll(calls, reference, plainRoutes, subjects.routes, consoleRoutes)
  )
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const began = yield* Clock.currentTimeMillis
    const cors = corsHeaders(request.headers["origin"], allowedOrigins)
    const answer =
      request.method === "OPTIONS" && Object.keys(cors).length > 0
        ? HttpServerResponse.empty({ status: 204 })
        : yield* answerProblems(routes, maxBodyBytes)
    const isReference = routedPath(pathOf(request)) === plainPaths.reference && answer.status === 200
    const response = isReference ? yield* shownReference(answer, request) : answer
    const millis = (yield* Clock.currentTimeMillis) - began
    if (measures) yield* countRequest(request.method, response.status, millis)
    yield* logRequest(tells, trustedProxies, request, response, millis)
    return HttpServerResponse.setHeaders(withBrowser(response, request, publicAddress.startsWith("https:")), {
      ...always,
      ...headersOf(response, requestIdOf(request)),
      ...cors,
      ...varyOf(response, cors)
    })
  })
}).pipe(Effect.provide(HttpServer.layerServices))
