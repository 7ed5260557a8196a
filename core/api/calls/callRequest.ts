import type { HttpApiEndpoint } from "effect/http-api"
import type { CallSpec } from "./CallSpec.ts"

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/** What the types of the client let through. */
export interface CallRequest {
  readonly params?: Values
  readonly query?: Values
  readonly payload?: unknown
  readonly responseMode?: HttpApiEndpoint.ClientResponseMode
}

/** The path of a call, its parameters filled in. */
export const pathOf = ({ path }: CallSpec, { params = {} }: CallRequest): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The query of a call, as text; what is undefined is not in it. */
export const queryOf = ({ query = {} }: CallRequest): ReadonlyArray<readonly [string, string]> =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])

/** A payload as the contract writes it: what may be undefined is null in JSON, which has nothing else for it. */
export const jsonOf = (payload: unknown): string =>
  JSON.stringify(payload, (_, value: unknown) => (value === undefined ? null : value))
