import type { HttpApiEndpoint } from "effect/http-api"
import type { CallSpec } from "./CallSpec.ts"

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/** The parts of a request, which the client's types guarantee. */
export interface CallRequest {
  readonly params?: Values
  readonly query?: Values
  readonly payload?: unknown
  readonly responseMode?: HttpApiEndpoint.ClientResponseMode
}

/** The path of a call with its parameters filled in. */
export const pathOf = ({ path }: CallSpec, { params = {} }: CallRequest): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The query of a call as text, without undefined values. */
export const queryOf = ({ query = {} }: CallRequest): ReadonlyArray<readonly [string, string]> =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])

/** A payload as JSON. The contract encodes undefined as null, because JSON has no undefined. */
export const jsonOf = (payload: unknown): string =>
  JSON.stringify(payload, (_, value: unknown) => (value === undefined ? null : value))
