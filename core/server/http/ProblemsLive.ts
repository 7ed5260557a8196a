import { Cause, Effect, Layer } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { BodyEncoded, WrongContentType } from "#core/api/ApiErrors.ts"
import { Problems } from "#core/api/Guard.ts"
import { Settings } from "../Settings.ts"
import { problemOfCause, problemResponse } from "./problemResponse.ts"

/** Turns every failure of a call, expected or not, into the failure envelope. Interruptions stay interruptions. */
export const answerProblems = <E, R>(
  call: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  maxBytes: number
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest.HttpServerRequest> =>
  Effect.catchCause(call, (cause) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.map(problemOfCause(cause, request, maxBytes), (problem) => problemResponse(problem, request))
    )
  )

/** Whether a request's body is compressed or otherwise encoded (RFC 9110, section 8.4). */
const isEncoded = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  !/^(identity)?$/i.test(headers["content-encoding"] ?? "")

/** `Problems` of the contract: wraps the guard and the handler of every call. */
export const ProblemsLive = Layer.effect(
  Problems,
  Effect.map(
    Settings,
    ({ maxBodyBytes }) =>
      (call: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, never>, { endpoint }) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          if (isEncoded(request)) return Effect.succeed(problemResponse(new BodyEncoded(), request))
          return Effect.map(answerProblems(call, maxBodyBytes), (response) =>
            // The contract answers an unsupported content type with plain text.
            response.status === 415
              ? problemResponse(new WrongContentType({ data: { expected: [...endpoint.payload.keys()] } }), request)
              : response
          )
        })
  )
)
