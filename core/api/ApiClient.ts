import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { HttpApiClient } from "effect/http-api"
import type { Api } from "./Api.ts"
import { apiGroups, type GroupName } from "./apiGroups.ts"
import type { Call, Prepare } from "./Call.ts"

/** What a client needs to know: the host that serves /api, and the token of its session when it has one. */
export interface Connection {
  readonly host: string
  readonly token: () => string | null
  /** A company that a site-level role acts for. */
  readonly companyID?: number
}

/**
 * The typed client of the contract, over whatever HttpClient is provided. A group is loaded, and a call of it prepared, when
 * the call is first made: preparing all takes longer than the one or two calls that a command of the terminal makes, and
 * longer with every call the contract gains.
 */
export class ApiClient extends Context.Service<ApiClient, HttpApiClient.ForApi<typeof Api>>()(
  "lockdesk/api/ApiClient"
) {
  static readonly layer = (connection: Connection): Layer.Layer<ApiClient, never, HttpClient.HttpClient> =>
    Layer.effect(
      ApiClient,
      Effect.map(HttpClient.HttpClient, (transport) => {
        const httpClient = connected(transport, connection)
        return clientOf(async (group, endpoint) => {
          const { contractCalls } = await import("./contractCalls.ts")
          return contractCalls(httpClient)(group, endpoint)
        })
      })
    )
}

/** Runs with the client. */
export const withClient = <A, E, R>(f: (client: ApiClient["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(ApiClient, f)

/** An HttpClient that sends to the host, with the token that is there then. */
export const connected = (transport: HttpClient.HttpClient, { host, token }: Connection): HttpClient.HttpClient =>
  HttpClient.mapRequest(transport, (request) => {
    const sent = HttpClientRequest.prependUrl(request, host)
    const now = token()
    return now === null ? sent : HttpClientRequest.setHeader(sent, "authorization", now)
  })

/** A client whose calls are each got ready the first time they are made. */
export const clientOf = (prepare: Prepare): ApiClient["Service"] => {
  const names = Object.keys(apiGroups) as ReadonlyArray<GroupName>
  const groups = names.map((name) => [name, callsOnDemand((endpoint) => prepare(name, endpoint))] as const)
  return Object.fromEntries(groups) as unknown as ApiClient["Service"]
}

/** The calls of a group by name. Which there are is known to the types; the group that knows it too is not loaded yet. */
const callsOnDemand = (prepare: (endpoint: string) => Promise<Call>): Readonly<Record<string, Call>> => {
  const calls = new Map<string, Call>()
  return new Proxy<Readonly<Record<string, Call>>>(Object.freeze({}), {
    get: (_, name) => {
      if (typeof name !== "string") return undefined
      const known = calls.get(name)
      if (known !== undefined) return known
      const prepared = once(() => prepare(name))
      const call: Call = (request) => Effect.flatMap(Effect.promise(prepared), (ready) => ready(request))
      calls.set(name, call)
      return call
    }
  })
}

/** Does it the first time; what failed (a piece of the program that could not be loaded) is tried again the next. */
const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => {
    made ??= make().catch((cause: unknown) => {
      made = undefined
      throw cause
    })
    return made
  }
}
