import { Data, Effect } from "effect"
import { type HttpClient, HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { Call } from "#core/api/Call.ts"
import type { Problem } from "#core/api/problem.ts"
import { type CallRequest, jsonOf, pathOf, queryOf } from "./callRequest.ts"
import type { CallSpec } from "./CallSpec.ts"
import { readShape } from "./readShape.ts"

/** A response that does not match the contract: the server has another version, or is not a Lockdesk server. */
export class AnswerUnknown extends Data.TaggedError("AnswerUnknown") {}

/** Makes a call by its spec. Fails like the contract's own client: with the server's failure, or an HttpClientError. */
export const specifiedCall =
  (httpClient: HttpClient.HttpClient, spec: CallSpec): Call =>
  (given) => {
    const request = (given ?? {}) as CallRequest
    return Effect.flatMap(httpClient.execute(requestOf(spec, request)), (response): Effect.Effect<unknown, unknown> => {
      if (response.status < 200 || response.status >= 300) return failureOf(response)
      if (request.responseMode === "response-only") return Effect.succeed(response)
      const answer = answerOf(spec, response)
      return request.responseMode === "decoded-and-response"
        ? Effect.map(answer, (decoded) => [decoded, response])
        : answer
    })
  }

const requestOf = (spec: CallSpec, request: CallRequest): HttpClientRequest.HttpClientRequest => {
  const { payload } = request
  const bare = HttpClientRequest.make(spec.method)(pathOf(spec, request))
  const asked = HttpClientRequest.appendUrlParams(bare, queryOf(request))
  // Decided by the spec, not the payload: referring to FormData loads all of Node's fetch.
  if (spec.form) return HttpClientRequest.bodyFormData(asked, payload as never)
  return payload === undefined ? asked : HttpClientRequest.bodyText(asked, jsonOf(payload), "application/json")
}

const answerOf = ({ answer: form }: CallSpec, response: HttpClientResponse.HttpClientResponse) => {
  if (form === "bytes") return Effect.succeed(response.stream)
  return Effect.flatMap(response.json, (body) => {
    const answer = readShape(form, body)
    return answer === undefined ? Effect.fail(new AnswerUnknown()) : Effect.succeed(answer)
  })
}

const failureOf = (
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<never, Problem | HttpClientError.HttpClientError> => {
  const unexplained = new HttpClientError.HttpClientError({
    reason: new HttpClientError.StatusCodeError({ request: response.request, response })
  })
  return Effect.matchEffect(response.json, {
    // Most likely a page from a proxy; its status says more than "not JSON".
    onFailure: (error) => Effect.fail(error.reason._tag === "TransportError" ? error : unexplained),
    onSuccess: (body) =>
      // Load the failure schemas only now: most commands never need them.
      Effect.flatMap(
        Effect.promise(() => import("#core/api/problemClasses.ts")),
        ({ problemOfBody }) => Effect.fail(problemOfBody(body) ?? unexplained)
      )
  })
}
