import { Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { ApiClient, type Connection } from "#core/api/ApiClient.ts"

type Groups = (typeof Api)["groups"]
type GroupName = keyof Groups & string

/**
 * The typed client of the contract, each call prepared when it is first made. Preparing all of them takes longer than the
 * one or two calls that a command makes, and longer with every call the contract gains.
 */
export const apiClientLayer = (connection: Connection): Layer.Layer<ApiClient, never, HttpClient.HttpClient> =>
  Layer.effect(
    ApiClient,
    Effect.map(HttpClient.HttpClient, (transport) => {
      const httpClient = HttpClient.mapRequest(transport, (request) => {
        const token = connection.token()
        return token === null ? request : HttpClientRequest.setHeader(request, "authorization", token)
      })
      const call = (group: GroupName, endpoint: never) =>
        Effect.runSync(HttpApiClient.endpoint(Api, { group, endpoint, httpClient, baseUrl: connection.host }))
      const groups = Object.values(Api.groups).map(({ identifier, endpoints }) => [
        identifier,
        preparedOnDemand(Object.keys(endpoints), (name) => call(identifier, name as never))
      ])
      return Object.fromEntries(groups) as ApiClient["Service"]
    })
  )

/** An object whose properties are made when they are first read. */
const preparedOnDemand = (names: ReadonlyArray<string>, make: (name: string) => unknown): object => {
  const object = {}
  for (const name of names) {
    Object.defineProperty(object, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make(name)
        Object.defineProperty(object, name, { value, enumerable: true })
        return value
      }
    })
  }
  return object
}
