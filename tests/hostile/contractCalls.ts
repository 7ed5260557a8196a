import { Arbitrary, type Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"

/** One call of the contract: what it takes, as arbitraries of its own schemas, and what it may answer. */
export interface ContractCall {
  readonly name: string
  readonly method: string
  /** Such as `/api/locks/:id`. */
  readonly path: string
  readonly params: Arbitrary.Arbitrary<Record<string, unknown>>
  readonly query: Arbitrary.Arbitrary<Record<string, unknown>>
  /** Absent where it takes no body. */
  readonly payload: Arbitrary.Arbitrary<Record<string, unknown>> | undefined
  /** Keys of the schemas, to be left out, repeated and replaced. */
  readonly successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  readonly errors: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

type Values = Arbitrary.Arbitrary<Record<string, unknown>>

const nothing: Values = Arbitrary.Constant({})

const valuesOf = (schema: Schema.Top | undefined): Values =>
  schema === undefined ? nothing : (Arbitrary.schema(schema) as Values)

/** Every call there is: a call that is added to the contract is attacked without being named here. */
export const contractCalls: ReadonlyArray<ContractCall> = (() => {
  const calls: Array<ContractCall> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, successes, errors }) => {
      const [payload] = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
      calls.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path,
        params: valuesOf(endpoint.params),
        query: valuesOf(endpoint.query),
        payload: payload === undefined ? undefined : valuesOf(payload),
        successes,
        errors
      })
    }
  })
  return calls
})()
