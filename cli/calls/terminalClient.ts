import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { ApiClient, clientOf, connected, type Connection } from "#core/api/ApiClient.ts"
import { loadCall } from "./loadCall.ts"
import { specifiedCall } from "./specifiedCall.ts"

/** The typed client of the contract, its calls made by their specs. */
export const terminalClient = (connection: Connection): Layer.Layer<ApiClient, never, HttpClient.HttpClient> =>
  Layer.effect(
    ApiClient,
    Effect.map(HttpClient.HttpClient, (transport) => {
      const httpClient = connected(transport, connection)
      return clientOf(async (group, endpoint) => {
        const spec = await loadCall(`${group}.${endpoint}`)
        if (spec === undefined) throw new Error(`the contract has no call ${group}.${endpoint}`)
        return specifiedCall(httpClient, spec)
      })
    })
  )
