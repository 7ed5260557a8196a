import { Data, Effect } from "effect"
import { type HttpClient, HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Call } from "#core/api/Call.ts"
import type { Problem } from "#core/api/problem.ts"
import type { CallSpec } from "./CallSpec.ts"
import { readShape } from "./readShape.ts"

/** An answer of another form than the contract's: the server is of another version, or no Lockdesk server. */
export class AnswerUnknown extends Data.TaggedError("AnswerUnknown") {}

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/** What the types of the client let through. */
interface Request {
  readonly params?: Values
  readonly query?: Values
  readonly payload?: unknown
  readonly responseMode?: HttpApiEndpoint.ClientResponseMode
}

/** Makes a call by its spec. Fails as the contract's own client does: with the failure the server answered, or an HttpClientError. */
export const specifiedCall =
  (httpClient: HttpClient.HttpClient, spec: CallSpec): Call =>
  (given) => {
    const request = (given ?? {}) as Request
    return Effect.flatMap(httpClient.execute(requestOf(spec, request)), (response): Effect.Effect<unknown, unknown> => {
      if (response.status < 200 || response.status >= 300) return failureOf(response)
      if (request.responseMode === "response-only") return Effect.succeed(response)
      const answer = answerOf(spec, response)
      return request.responseMode === "decoded-and-response"
        ? Effect.map(answer, (decoded) => [decoded, response])
        : answer
    })
  }

const requestOf = (
  spec: CallSpec,
  { params = {}, query = {}, payload }: Request
): HttpClientRequest.HttpClientRequest => {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const bare = HttpClientRequest.make(spec.method)(path)
  const asked = HttpClientRequest.appendUrlParams(
    bare,
    given.map(([name, value]): readonly [string, string] => [name, String(value)])
  )
  // Not seen from the payload: to ask for FormData loads all of what is behind Node's fetch.
  if (spec.form) return HttpClientRequest.bodyFormData(asked, payload as never)
  return payload === undefined ? asked : HttpClientRequest.bodyText(asked, jsonOf(payload), "application/json")
}

/** As the contract writes it: what may be undefined is null in JSON, which has nothing else for it. */
const jsonOf = (payload: unknown): string =>
  JSON.stringify(payload, (_, value: unknown) => (value === undefined ? null : value))

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
    // A page of something in between, most likely; the status says more than that it is no JSON.
    onFailure: () => Effect.fail(unexplained),
    onSuccess: (body) =>
      // Only now are the schemas of failures evaluated: most commands meet none.
      Effect.flatMap(
        Effect.promise(() => import("#core/api/problemClasses.ts")),
        ({ problemOfBody }) => Effect.fail(problemOfBody(body) ?? unexplained)
      )
  })
}
