import { Arbitrary, Option, Predicate, Schema, SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"

/** A call of the contract: its inputs as arbitraries of its own schemas, and its possible responses. */
export interface ContractCall {
  readonly name: string
  readonly method: string
  /** Such as `/api/locks/:id`. */
  readonly path: string
  readonly params: Arbitrary.Arbitrary<Record<string, unknown>>
  readonly query: Arbitrary.Arbitrary<Record<string, unknown>>
  /** Undefined if it takes no body. */
  readonly payload: Arbitrary.Arbitrary<Record<string, unknown>> | undefined
  /** Whether its schemas accept this parsed input. What they refuse never reaches the call. */
  readonly takes: (part: "params" | "query" | "payload", parsed: unknown) => boolean
  /** The fields of each, including optional ones. */
  readonly fields: Readonly<Record<"params" | "query" | "payload", ReadonlyArray<string>>>
  readonly successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  readonly errors: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  /** Content types of its file responses; empty for a JSON response. */
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

const takenBy = (schemas: ReadonlyArray<Schema.Top>, parsed: unknown): boolean =>
  schemas.length === 0 ||
  schemas.some((schema) => Option.isSome(Schema.decodeUnknownOption(schema as Schema.Codec<unknown>)(parsed)))

const fileTypes = (schema: object): ReadonlyArray<string> =>
  Predicate.hasProperty(schema, "contentTypes") && Array.isArray(schema.contentTypes) ? schema.contentTypes : []

/** All calls. A call added to the contract is attacked automatically. */
export const contractCalls: ReadonlyArray<ContractCall> = (() => {
  const calls: Array<ContractCall> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, successes, errors }) => {
      const payloads = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
      const [payload] = payloads
      const schemas = {
        params: endpoint.params === undefined ? [] : [endpoint.params],
        query: endpoint.query === undefined ? [] : [endpoint.query],
        payload: payloads
      }
      calls.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path,
        params: valuesOf(endpoint.params),
        query: valuesOf(endpoint.query),
        payload: payload === undefined ? undefined : valuesOf(payload),
        takes: (part, parsed) => takenBy(schemas[part], parsed),
        fields: { params: fieldsOf(endpoint.params), query: fieldsOf(endpoint.query), payload: fieldsOf(payload) },
        successes,
        errors,
        files: [...endpoint.success].flatMap(fileTypes)
      })
    }
  })
  return calls
})()
