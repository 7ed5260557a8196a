import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { HttpApiClient, type HttpApiGroup } from "effect/http-api"
import { ApiClient, clientOf, type Connection } from "./ApiClient.ts"
import { loadGroup } from "./apiGroups.ts"
import type { Call } from "./Call.ts"
import { connected } from "./connected.ts"
import { contractOf } from "./contractOf.ts"

/** The client that makes calls directly from the contract, over any HttpClient; each group is loaded with its first call. */
export const contractClient = (connection: Connection): Layer.Layer<ApiClient, never, HttpClient.HttpClient> =>
  Layer.effect(
    ApiClient,
    Effect.map(HttpClient.HttpClient, (transport) => {
      const httpClient = connected(transport, connection)
      return clientOf(async (group, endpoint) => {
        const found: HttpApiGroup.Constraint = await loadGroup(group)
        const contract = contractOf(found as HttpApiGroup.Top)
        return Effect.runSync(
          HttpApiClient.endpoint(contract, { group, endpoint: endpoint as never, httpClient })
        ) as Call
      })
    })
  )
