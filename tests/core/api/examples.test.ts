import { Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"

interface Body {
  readonly example?: unknown
}
const document = OpenApi.fromApi(Api)
const exampleOf = (path: string, method: string): unknown => {
  const place = path.replace(/:(\w+)/g, "{$1}")
  const operation = (document.paths as Record<string, Record<string, unknown>>)[place]?.[method.toLowerCase()]
  const { requestBody } = operation as { readonly requestBody?: { readonly content: Record<string, Body> } }
  return requestBody?.content["application/json"]?.example
}

/** Every call with a JSON body. */
const calls: Array<{ readonly name: string; readonly example: unknown; readonly payload: Schema.Top }> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    for (const { encoding, schemas } of endpoint.payload.values()) {
      if (encoding._tag !== "Json") continue
      const example = exampleOf(endpoint.path, endpoint.method)
      calls.push({ name: `${group.identifier}.${endpoint.identifier}`, example, payload: Schema.Union([...schemas]) })
    }
  }
})

describe("the API reference", () => {
  it.each(calls)("shows an example body for $name that the call accepts", ({ example, payload }) => {
    expect(example).toBeDefined()
    const strict = Schema.decodeUnknownSync(Schema.toCodecJson(payload as Schema.Codec<unknown>), {
      onExcessProperty: "error"
    })
    expect(() => strict(example)).not.toThrow()
  })
})
