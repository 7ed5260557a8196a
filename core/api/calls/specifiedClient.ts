import { Effect, Layer } from "effect"
import { type Headers, HttpClient } from "effect/http"
import { ApiClient, clientOf, type Connection } from "#core/api/ApiClient.ts"
import { connected } from "#core/api/connected.ts"
import { loadCall } from "./loadCall.ts"
import { specifiedCall } from "./specifiedCall.ts"

/** The typed client, making calls by their specs. `heard` receives the headers of each response. */
export const specifiedClient = (
  connection: Connection,
  heard: (headers: Headers.Headers) => void = () => undefined
): Layer.Layer<ApiClient, never, HttpClient.HttpClient> =>
  Layer.effect(
    ApiClient,
    Effect.map(HttpClient.HttpClient, (transport) => {
      const httpClient = HttpClient.tap(connected(transport, connection), ({ headers }) =>
        Effect.sync(() => heard(headers))
      )
      return clientOf(async (group, endpoint) => {
        const spec = await loadCall(`${group}.${endpoint}`)
        if (spec === undefined) throw new Error(`the contract has no call ${group}.${endpoint}`)
        return specifiedCall(httpClient, spec)
      })
    })
  )
