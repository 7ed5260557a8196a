import { Cause, Effect, Layer } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { WrongContentType } from "#core/api/ApiErrors.ts"
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

/** `Problems` of the contract: wraps the guard and the handler of every call. */
export const ProblemsLive = Layer.effect(
  Problems,
  Effect.map(
    Settings,
    ({ maxBodyBytes }) =>
      (call: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, never>) =>
        answerProblems(call, maxBodyBytes).pipe(
          Effect.flatMap((response) =>
            // The contract answers an unsupported content type with plain text.
            response.status === 415
              ? Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
                  problemResponse(new WrongContentType(), request)
                )
              : Effect.succeed(response)
          )
        )
  )
)
