import { Context, Effect } from "effect"
import type { HttpApiClient } from "effect/http-api"
import type { Api } from "./Api.ts"
import type { GroupName } from "./apiGroups.ts"
import type { Call, Prepare } from "./Call.ts"

/** What a client needs to know: the host that serves /api, and the token of its session when it has one. */
export interface Connection {
  readonly host: string
  readonly token: () => string | null
  /** The company that a site-level role acts for; null: their own. It goes with every call that carries the token. */
  readonly companyID?: () => number | null
}

/**
 * The typed client of the contract. A call is got ready when it is first made: preparing all takes longer than the one or two
 * calls that a command of the terminal makes, and longer with every call the contract gains. `contractClient.ts` makes its
 * calls by the contract; the terminal and the console by specs read off it (`calls/`).
 */
export class ApiClient extends Context.Service<ApiClient, HttpApiClient.ForApi<typeof Api>>()(
  "lockdesk/api/ApiClient"
) {}

/** Runs with the client. */
export const withClient = <A, E, R>(f: (client: ApiClient["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(ApiClient, f)

/** A client whose calls are each got ready the first time they are made. Which groups and calls there are, the types know. */
export const clientOf = (prepare: Prepare): ApiClient["Service"] =>
  onDemand((group) =>
    onDemand((endpoint): Call => {
      const prepared = once(() => prepare(group as GroupName, endpoint))
      return (request) => Effect.flatMap(Effect.promise(prepared), (ready) => ready(request))
    })
  ) as unknown as ApiClient["Service"]

/** An object whose properties are each made when they are first asked for. */
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
