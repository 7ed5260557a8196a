import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { ApiClient, clientOf, type Connection } from "#core/api/ApiClient.ts"
import { connected } from "#core/api/connected.ts"
import { changeHeader } from "#core/audit/undoableActions.ts"
import { loadCall } from "./loadCall.ts"
import { specifiedCall } from "./specifiedCall.ts"

/** The typed client, making calls by their specs. `changed` receives the audit number by which a change can be undone. */
export const specifiedClient = (
  connection: Connection,
  changed: (seq: number) => void = () => undefined
): Layer.Layer<ApiClient, never, HttpClient.HttpClient> =>
  Layer.effect(
    ApiClient,
    Effect.map(HttpClient.HttpClient, (transport) => {
      const httpClient = HttpClient.tap(connected(transport, connection), ({ headers }) =>
        Effect.sync(() => {
          const seq = Number(headers[changeHeader])
          if (seq > 0) changed(seq)
        })
      )
      return clientOf(async (group, endpoint) => {
        const spec = await loadCall(`${group}.${endpoint}`)
        if (spec === undefined) throw new Error(`the contract has no call ${group}.${endpoint}`)
        return specifiedCall(httpClient, spec)
      })
    })
  )
