import type { Effect } from "effect"
import { HttpClient, type HttpClientRequest } from "effect/http"
import { mayChange } from "#cli/output/ConnectionLost.ts"

/** A client that calls `sent` before each request that may change something. */
export const withChangeSent =
  (sent: () => void) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(
      client,
      <A, E, R>(response: Effect.Effect<A, E, R>, request: HttpClientRequest.HttpClientRequest) => {
        if (mayChange(request)) sent()
        return response
      }
    )
