import { Context, Effect } from "effect"
import type { HttpApiClient } from "effect/http-api"
import type { Api } from "./Api.ts"
import type { GroupName } from "./apiGroups.ts"
import type { Call, Prepare } from "./Call.ts"

/** What a client needs: the host that serves /api, and the session's token if there is one. */
export interface Connection {
  readonly host: string
  readonly token: () => string | null
  /** The company a site-level role acts for; null for their own. Sent with every call that carries the token. */
  readonly companyID?: () => number | null
}

/**
 * The typed client of the contract. Calls are prepared on first use: preparing all of them takes longer than the one or two
 * calls that a terminal command makes, and grows with the contract. `contractClient.ts` prepares calls from the contract; the
 * terminal and the console use specs derived from it (`calls/`).
 */
export class ApiClient extends Context.Service<ApiClient, HttpApiClient.ForApi<typeof Api>>()(
  "lockdesk/api/ApiClient"
) {}

/** Runs a function with the client. */
export const withClient = <A, E, R>(f: (client: ApiClient["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(ApiClient, f)

/** A client that prepares each call on first use. The types know which groups and calls exist. */
export const clientOf = (prepare: Prepare): ApiClient["Service"] =>
  onDemand((group) =>
    onDemand((endpoint): Call => {
      const prepared = once(() => prepare(group as GroupName, endpoint))
      return (request) => Effect.flatMap(Effect.promise(prepared), (ready) => ready(request))
    })
  ) as unknown as ApiClient["Service"]

/** An object whose properties are created on first access. */
const onDemand = <A>(make: (name: string) => A): Readonly<Record<string, A>> => {
  const made = new Map<string, A>()
  return new Proxy<Readonly<Record<string, A>>>(Object.freeze({}), {
    get: (_, name) => {
      if (typeof name !== "string") return undefined
      const known = made.get(name) ?? make(name)
      made.set(name, known)
      return known
    }
  })
}

/** Runs once and caches the result. A failure, such as a script that could not be loaded, is retried on the next call. */
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
