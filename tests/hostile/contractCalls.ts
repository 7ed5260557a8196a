import { Arbitrary, Predicate, type Schema, SchemaAST } from "effect"
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
  /** The fields of each, the optional ones too. */
  readonly fields: Readonly<Record<"params" | "query" | "payload", ReadonlyArray<string>>>
  readonly successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  readonly errors: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  /** Content types of the files that it sends; none where it answers in JSON. */
  readonly files: ReadonlyArray<string>
}

type Values = Arbitrary.Arbitrary<Record<string, unknown>>

const nothing: Values = Arbitrary.Constant({})

const fieldsOf = (schema: Schema.Top | undefined): ReadonlyArray<string> =>
  schema !== undefined && SchemaAST.isObjects(schema.ast)
    ? schema.ast.propertySignatures.map(({ name }) => String(name))
    : []

const valuesOf = (schema: Schema.Top | undefined): Values =>
  schema === undefined ? nothing : (Arbitrary.schema(schema) as Values)

const fileTypes = (schema: object): ReadonlyArray<string> =>
  Predicate.hasProperty(schema, "contentTypes") && Array.isArray(schema.contentTypes) ? schema.contentTypes : []

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
        fields: { params: fieldsOf(endpoint.params), query: fieldsOf(endpoint.query), payload: fieldsOf(payload) },
        successes,
        errors,
        files: [...endpoint.success].flatMap(fileTypes)
      })
    }
  })
  return calls
})()
