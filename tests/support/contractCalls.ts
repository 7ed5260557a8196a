import { Arbitrary, Effect, Predicate, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"

/** How many values are drawn from each schema, the same in every run. */
const drawn = 12
const seed = 7

const known = new WeakMap<Schema.Top, ReadonlyArray<unknown>>()

/** The values of a schema, drawn once: many endpoints have the same errors. */
export const draw = (schema: Schema.Top): ReadonlyArray<unknown> => {
  const values =
    known.get(schema) ??
    Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: drawn, seed, size: 12 }))
  known.set(schema, values)
  return values
}

export interface EndpointOf {
  readonly ref: string
  readonly parts: Readonly<Record<string, Schema.Top>>
  readonly success: Schema.Top
  readonly errors: ReadonlyArray<readonly [number, Schema.Top]>
}

export const endpoints: Array<EndpointOf> = []
/** Calls with a form as the request, or a file as the response. */
export const forms: Array<EndpointOf> = []
export const files: Array<EndpointOf> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint, errors }) => {
    const [body] = endpoint.payload.values()
    const payload = body?.schemas[0]
    const [success] = [...endpoint.success]
    if (success === undefined) throw new Error(`${endpoint.identifier} answers nothing`)
    const ref = `${group.identifier}.${endpoint.identifier}`
    const isForm = body?.encoding._tag === "Multipart"
    const kind = isForm ? forms : Predicate.isTagged(success, "StreamUint8Array") ? files : endpoints
    kind.push({
      ref,
      parts: {
        ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
        ...(endpoint.query === undefined ? {} : { query: endpoint.query }),
        ...(payload === undefined || isForm ? {} : { payload })
      },
      success,
      errors: [...errors].flatMap(([status, schemas]) => schemas.map((schema) => [status, schema] as const))
    })
  }
})

export const json = (schema: Schema.Top, value: unknown): string =>
  JSON.stringify(Schema.encodeUnknownSync(schema as Schema.Codec<unknown, unknown>)(value))

/** A valid request, for tests of the response. */
export const anyRequest = ({ parts }: EndpointOf): unknown => draw(Schema.Struct(parts))[0]
