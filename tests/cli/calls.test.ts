import { Arbitrary, Cause, Effect, Exit, Layer, Predicate, Schema, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import { ApiClient } from "#core/api/ApiClient.ts"
import { contractClient } from "#core/api/contractClient.ts"
import { deriveCalls } from "#core/api/calls/deriveCalls.ts"
import { specifiedClient } from "#core/api/calls/specifiedClient.ts"

/** Values drawn of each schema, the same in every run. */
const drawn = 12
const seed = 7

const draw = (schema: Schema.Top): ReadonlyArray<unknown> =>
  Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: drawn, seed, size: 12 }))

interface EndpointOf {
  readonly ref: string
  readonly parts: Readonly<Record<string, Schema.Top>>
  readonly success: Schema.Top
  readonly errors: ReadonlyArray<readonly [number, Schema.Top]>
}

const endpoints: Array<EndpointOf> = []
/** Calls whose request is a form, or whose answer is a file. */
const forms: Array<EndpointOf> = []
const files: Array<EndpointOf> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint, errors }) => {
    const [body] = endpoint.payload.values()
    const payload = body?.schemas[0]
    const [success] = [...endpoint.success]
    if (success === undefined) throw new Error(`${endpoint.identifier} answers nothing`)
    const ref = `${group.identifier}.${endpoint.identifier}`
    const isForm = body?.encoding._tag === "Multipart"
    const known = isForm ? forms : Predicate.isTagged(success, "StreamUint8Array") ? files : endpoints
    known.push({
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

/** What a client sends, and what it makes of one answer. */
const made = async (layer: typeof contractClient, ref: string, request: unknown, status: number, body: string) => {
  let sent: object = {}
  const transport = HttpClient.make((asked, url) => {
    const text = asked.body._tag === "Uint8Array" ? new TextDecoder().decode(asked.body.body) : ""
    url.searchParams.sort()
    sent = {
      method: asked.method,
      url: url.href,
      type: asked.headers["content-type"],
      token: asked.headers["authorization"],
      body: text === "" ? null : JSON.parse(text),
      form: asked.body._tag === "FormData" ? [...asked.body.formData] : null
    }
    const headers = { "content-type": "application/json", "x-export-rows": "3" }
    return Effect.succeed(HttpClientResponse.fromWeb(asked, new Response(body, { status, headers })))
  })
  const [group = "", name = ""] = ref.split(".")
  const client = layer({ host: "http://127.0.0.1:9/under", token: () => "secret" }).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, transport))
  )
  const call = Effect.flatMap(ApiClient, (groups) => {
    const calls = groups as unknown as Readonly<
      Record<string, Record<string, (request: unknown) => Effect.Effect<unknown>>>
    >
    return calls[group]?.[name]?.(request) ?? Effect.die(new Error(`no ${ref}`))
  })
  const exit = await Effect.runPromiseExit(Effect.provide(call, client))
  if (Exit.isSuccess(exit)) return { sent, answer: exit.value }
  const failure = Cause.squash(exit.cause)
  const facts = Predicate.isObject(failure) ? (failure as Readonly<Record<string, unknown>>) : {}
  const { _tag: tag, error, requestId, data } = facts
  return { sent, failed: tag, error, requestId, data }
}

/** What came of a call that answers with a file: its bytes as they came, and what the answer says of it. */
const fileOf = async (answer: unknown) => {
  const parts: ReadonlyArray<unknown> = Array.isArray(answer) ? answer : [answer]
  const bytes = parts.find((part) => Stream.isStream(part)) as Stream.Stream<Uint8Array> | undefined
  const response = parts.find((part) => Predicate.hasProperty(part, HttpClientResponse.TypeId)) as
    | HttpClientResponse.HttpClientResponse
    | undefined
  const text = bytes === undefined ? null : await Effect.runPromise(Stream.mkString(Stream.decodeText(bytes)))
  return { bytes: text, rows: response?.headers["x-export-rows"] ?? null }
}

const json = (schema: Schema.Top, value: unknown): string =>
  JSON.stringify(Schema.encodeUnknownSync(schema as Schema.Codec<unknown, unknown>)(value))

/** A request that is in order, for what is about the answer. */
const anyRequest = ({ parts }: EndpointOf): unknown => draw(Schema.Struct(parts))[0]

describe("the calls of the terminal", () => {
  it("have a spec each", () => {
    const refs = [...endpoints, ...files, ...forms].map(({ ref }) => ref)
    expect(Object.keys(deriveCalls()).sort()).toEqual(refs.sort())
  })

  it.each(forms.map((endpoint) => [endpoint.ref, endpoint] as const))("%s sends a form", async (ref, endpoint) => {
    const payload = new FormData()
    payload.append("subject", "Gate keypad")
    payload.append("files", new File(["a picture"], "label.png", { type: "image/png" }))
    const body = '{"code":"SignedOut"}'
    const request = { ...(anyRequest(endpoint) as object), payload }
    const ours = await made(specifiedClient, ref, request, 401, body)
    expect(ours).toEqual(await made(contractClient, ref, request, 401, body))
    expect(ours.sent).toHaveProperty("form", [...payload])
  })

  it.each(files.map((endpoint) => [endpoint.ref, endpoint] as const))(
    "%s answers with a file",
    async (ref, { parts }) => {
      for (const request of draw(Schema.Struct(parts))) {
        for (const responseMode of ["decoded-only", "decoded-and-response", "response-only"]) {
          const asked = { ...(request as object), responseMode }
          const ours = await made(specifiedClient, ref, asked, 200, "bytes of a file")
          const theirs = await made(contractClient, ref, asked, 200, "bytes of a file")
          expect(ours.sent).toEqual(theirs.sent)
          const file = await fileOf(ours.answer)
          expect(file).toEqual({
            bytes: responseMode === "response-only" ? null : "bytes of a file",
            rows: responseMode === "decoded-only" ? null : "3"
          })
          expect(await fileOf(theirs.answer)).toEqual(file)
        }
      }
    }
  )

  for (const endpoint of endpoints) {
    it(`${endpoint.ref} sends and answers what the contract says`, async () => {
      const requests = draw(Schema.Struct(endpoint.parts))
      const answers = draw(endpoint.success)
      for (const [at, request] of requests.entries()) {
        const body = json(endpoint.success, answers[at])
        const ours = await made(specifiedClient, endpoint.ref, request, 200, body)
        expect(ours).toEqual(await made(contractClient, endpoint.ref, request, 200, body))
        expect(ours).toHaveProperty("answer")
      }
    })

    it(`${endpoint.ref} fails as the contract says`, async () => {
      const request = anyRequest(endpoint)
      for (const [status, schema] of endpoint.errors) {
        const [failure] = draw(schema)
        const body = json(schema, failure)
        const ours = await made(specifiedClient, endpoint.ref, request, status, body)
        expect(ours).toEqual(await made(contractClient, endpoint.ref, request, status, body))
        expect(ours.failed).toBe(JSON.parse(body).code)
      }
    })

    it(`${endpoint.ref} takes no answer of another form`, async () => {
      const request = anyRequest(endpoint)
      const { data: _, ...without } = JSON.parse(json(endpoint.success, draw(endpoint.success)[0]))
      for (const body of [JSON.stringify(without), "[]", "null", '{"success":true,"data":{"some":"thing"}}']) {
        const theirs = await made(contractClient, endpoint.ref, request, 200, body)
        const ours = await made(specifiedClient, endpoint.ref, request, 200, body)
        expect([body, ours.failed]).toEqual([body, theirs.failed === "SchemaError" ? "AnswerUnknown" : theirs.failed])
      }
      for (const [status, body] of [
        [502, "<html>"],
        [200, "<html>"],
        [404, "{}"],
        [500, '{"code":"NoSuchThing"}']
      ] as const) {
        const ours = await made(specifiedClient, endpoint.ref, request, status, body)
        expect(ours.failed).toBe("HttpClientError")
      }
    })
  }
})
