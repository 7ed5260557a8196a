import { Cause, Effect, Option, Result, SchemaIssue } from "effect"
import { HttpServerError, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { SqlError } from "effect/sql"
import { Malformed, NoSuchCall, ServerFault, TooLarge, Unavailable } from "#core/api/ApiErrors.ts"
import { MethodNotAllowed } from "#core/api/MethodErrors.ts"
import { isProblem, type Problem, problemStatus, retryAfterOf, words } from "#core/api/problem.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { WitnessFailed } from "../audit/Witness.ts"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import { allowedMethods } from "./allowedMethods.ts"
import { pathOf } from "./requestPath.ts"
import { requestIdOf } from "./requestId.ts"
import { isUnstorableText } from "./unstorableText.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The most problems that a refusal lists: a request can have thousands of rows. */
export const mostIssues = 20

/** The problems of a request, each with its path. Submitted values are not repeated: some are secrets. */
const fieldIssues = (error: HttpApiError.HttpApiSchemaError): ReadonlyArray<FieldIssue> =>
  issuesOf(error.cause.issue)
    .issues.slice(0, mostIssues)
    .map(({ message, path = [] }) => ({
      path: path.map((part) => String(typeof part === "object" ? part.key : part)).join("."),
      message: message
        .replace(/, got [\s\S]*$/, "")
        // Every query and path is text.
        .replace("a string representing a finite number", "a number")
        .slice(0, 300)
    }))

const fromRequestError = (error: HttpServerError.HttpServerError, maxBytes: number): Problem | null => {
  const { reason } = error
  if (reason._tag === "RouteNotFound") {
    const allowed = allowedMethods(pathOf(reason.request))
    // The router also finds no route for a path with a wrong escape sequence.
    return allowed.length === 0 || allowed.includes(reason.request.method)
      ? new NoSuchCall()
      : new MethodNotAllowed({ data: { allowed } })
  }
  if (reason._tag !== "RequestParseError") return null
  return reason.reason === "BodyTooLarge"
    ? new TooLarge({ data: { maxBytes } })
    : new Malformed({ data: { issues: [{ path: "", message: "The request could not be read." }] } })
}

/** The failure that corresponds to an error or defect; null if it means a bug on our side. */
export const problemOf = (error: unknown, maxBytes: number): Problem | null => {
  if (isProblem(error)) return error
  if (error instanceof HttpApiError.HttpApiSchemaError) {
    return error.kind === "Body" || error.kind === "ResponseHeaders"
      ? null
      : new Malformed({ data: { issues: fieldIssues(error) } })
  }
  if (error instanceof HttpServerError.HttpServerError) return fromRequestError(error, maxBytes)
  if (error instanceof WitnessFailed) return new Unavailable({ data: { what: "audit" } })
  if (error instanceof SqlError.SqlError) {
    if (isDatabaseUnavailable(error)) return new Unavailable({ data: { what: "database" } })
    if (isUnstorableText(error)) {
      return new Malformed({
        data: { issues: [{ path: "", message: "Text cannot hold the character NUL (U+0000)." }] }
      })
    }
  }
  return null
}

/** The failure that corresponds to a cause. Unexpected ones are logged in full and returned as ServerFault. */
export const problemOfCause = (
  cause: Cause.Cause<unknown>,
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number
): Effect.Effect<Problem> => {
  const failed = Option.orElse(Cause.findErrorOption(cause), () => Result.getSuccess(Cause.findDefect(cause)))
  const known = Option.isSome(failed) ? problemOf(failed.value, maxBytes) : null
  if (known !== null && known._tag !== "Unavailable") return Effect.succeed(known)
  return Effect.logError("A request failed", cause).pipe(
    Effect.annotateLogs({ requestId: requestIdOf(request), method: request.method, path: pathOf(request) }),
    Effect.as(known ?? new ServerFault())
  )
}

/** The response of a failure: `{ error, code, requestId, data? }`, with the seconds to wait or how to sign in if it needs that. */
export const problemResponse = (
  problem: Problem,
  request: HttpServerRequest.HttpServerRequest
): HttpServerResponse.HttpServerResponse => {
  const code = problem._tag
  const data = "data" in problem ? { data: problem.data } : {}
  const status = problemStatus(problem)
  const retryAfter = retryAfterOf(problem)
  return HttpServerResponse.jsonUnsafe(
    { error: words(problem).error, code, requestId: requestIdOf(request), ...data },
    {
      status,
      headers: {
        ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
        // Required for every 401 (RFC 9110, section 11.6.1).
        ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
        // Says that a compressed body is refused because it is compressed (RFC 9110, section 12.5.3).
        ...(problem._tag === "BodyEncoded" ? { "accept-encoding": "identity" } : {}),
        // Required for every 405 (RFC 9110, section 15.5.6).
        ...(problem._tag === "MethodNotAllowed" ? { allow: problem.data.allowed.join(", ") } : {})
      }
    }
  )
}
