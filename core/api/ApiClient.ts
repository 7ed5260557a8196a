import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "./Api.ts"

/** What a client needs to know: the host that serves /api, and the token of its session when it has one. */
export interface Connection {
  readonly host: string
  readonly token: () => string | null
  /** A company that a site-level role acts for. */
  readonly companyID?: number
}

/** The typed client of the contract, over whatever HttpClient is provided. */
export class ApiClient extends Context.Service<ApiClient, HttpApiClient.ForApi<typeof Api>>()(
  "lockdesk/api/ApiClient"
) {
  static readonly layer = (connection: Connection): Layer.Layer<ApiClient, never, HttpClient.HttpClient> =>
    Layer.effect(
      ApiClient,
      HttpApiClient.make(Api, {
        baseUrl: connection.host,
        transformClient: HttpClient.mapRequest((request) => {
          const token = connection.token()
          return token === null ? request : HttpClientRequest.setHeader(request, "authorization", token)
        })
      })
    )
}

/** Runs with the client. */
export const withClient = <A, E, R>(f: (client: ApiClient["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(ApiClient, f)
