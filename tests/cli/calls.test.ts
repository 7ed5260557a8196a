import { Cause, Effect, Exit, Layer, Predicate, Schema, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { describe, expect, it } from "vitest"
import { ApiClient } from "#core/api/ApiClient.ts"
import { contractClient } from "#core/api/contractClient.ts"
import { deriveCalls } from "#core/api/calls/deriveCalls.ts"
import { specifiedClient } from "#core/api/calls/specifiedClient.ts"
import { anyRequest, draw, endpoints, files, forms, json } from "../support/contractCalls.ts"

/** What the transport sent last, and what it answers. */
let sent: object = {}
let answer = { status: 200, body: "" }

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
  const { status, body } = answer
  const headers = { "content-type": "application/json", "x-export-rows": "3" }
  return Effect.succeed(HttpClientResponse.fromWeb(asked, new Response(body, { status, headers })))
})

type Client = ApiClient["Service"]

/** One client for all tests, because creating one compiles every endpoint it calls. */
const clientBy = (layer: typeof contractClient): Client =>
  Effect.runSync(
    Effect.provide(
      ApiClient,
      layer({ host: "http://127.0.0.1:9/under", token: () => "secret" }).pipe(
        Layer.provide(Layer.succeed(HttpClient.HttpClient, transport))
      )
    )
  )
const bySpec = clientBy(specifiedClient)
const byContract = clientBy(contractClient)

/** The request a client sends, and how it decodes a given response. */
const made = async (client: Client, ref: string, request: unknown, status: number, body: string) => {
  sent = {}
  answer = { status, body }
  const [group = "", name = ""] = ref.split(".")
  const calls = client as unknown as Readonly<
    Record<string, Record<string, (request: unknown) => Effect.Effect<unknown>>>
  >
  const exit = await Effect.runPromiseExit(calls[group]?.[name]?.(request) ?? Effect.die(new Error(`no ${ref}`)))
  if (Exit.isSuccess(exit)) return { sent, answer: exit.value }
  const failure = Cause.squash(exit.cause)
  const facts = Predicate.isObject(failure) ? (failure as Readonly<Record<string, unknown>>) : {}
  const { _tag: tag, error, requestId, data } = facts
  return { sent, failed: tag, error, requestId, data }
}

/** The bytes of a file response, and its row count header. */
const fileOf = async (answer: unknown) => {
  const parts: ReadonlyArray<unknown> = Array.isArray(answer) ? answer : [answer]
  const bytes = parts.find((part) => Stream.isStream(part)) as Stream.Stream<Uint8Array> | undefined
  const response = parts.find((part) => Predicate.hasProperty(part, HttpClientResponse.TypeId)) as
    | HttpClientResponse.HttpClientResponse
    | undefined
  const text = bytes === undefined ? null : await Effect.runPromise(Stream.mkString(Stream.decodeText(bytes)))
  return { bytes: text, rows: response?.headers["x-export-rows"] ?? null }
}

describe("terminal calls", () => {
  it("have one spec each", () => {
    const refs = [...endpoints, ...files, ...forms].map(({ ref }) => ref)
    expect(Object.keys(deriveCalls()).sort()).toEqual(refs.sort())
  })

  it.each(forms.map((endpoint) => [endpoint.ref, endpoint] as const))("%s sends a form", async (ref, endpoint) => {
    const payload = new FormData()
    payload.append("subject", "Gate keypad")
    payload.append("files", new File(["a picture"], "label.png", { type: "image/png" }))
    const body = '{"code":"SignedOut"}'
    const request = { ...(anyRequest(endpoint) as object), payload }
    const ours = await made(bySpec, ref, request, 401, body)
    expect(ours).toEqual(await made(byContract, ref, request, 401, body))
    expect(ours.sent).toHaveProperty("form", [...payload])
  })

  it.each(files.map((endpoint) => [endpoint.ref, endpoint] as const))("%s returns a file", async (ref, { parts }) => {
    for (const request of draw(Schema.Struct(parts))) {
      for (const responseMode of ["decoded-only", "decoded-and-response", "response-only"]) {
        const asked = { ...(request as object), responseMode }
        const ours = await made(bySpec, ref, asked, 200, "bytes of a file")
        const theirs = await made(byContract, ref, asked, 200, "bytes of a file")
        expect(ours.sent).toEqual(theirs.sent)
        const file = await fileOf(ours.answer)
        expect(file).toEqual({
          bytes: responseMode === "response-only" ? null : "bytes of a file",
          rows: responseMode === "decoded-only" ? null : "3"
        })
        expect(await fileOf(theirs.answer)).toEqual(file)
      }
    }
  })

  for (const endpoint of endpoints) {
    it(`${endpoint.ref} sends and decodes what the contract says`, async () => {
      const requests = draw(Schema.Struct(endpoint.parts))
      const answers = draw(endpoint.success)
      for (const [at, request] of requests.entries()) {
        const body = json(endpoint.success, answers[at])
        const ours = await made(bySpec, endpoint.ref, request, 200, body)
        expect(ours).toEqual(await made(byContract, endpoint.ref, request, 200, body))
        expect(ours).toHaveProperty("answer")
      }
    })

    it(`${endpoint.ref} fails as the contract says`, async () => {
      const request = anyRequest(endpoint)
      for (const [status, schema] of endpoint.errors) {
        const [failure] = draw(schema)
        const body = json(schema, failure)
        const ours = await made(bySpec, endpoint.ref, request, status, body)
        expect(ours).toEqual(await made(byContract, endpoint.ref, request, status, body))
        expect(ours.failed).toBe(JSON.parse(body).code)
      }
    })

    it(`${endpoint.ref} rejects a response that doesn't match`, async () => {
      const request = anyRequest(endpoint)
      const { data: _, ...without } = JSON.parse(json(endpoint.success, draw(endpoint.success)[0]))
      for (const body of [JSON.stringify(without), "[]", "null", '{"success":true,"data":{"some":"thing"}}']) {
        const theirs = await made(byContract, endpoint.ref, request, 200, body)
        const ours = await made(bySpec, endpoint.ref, request, 200, body)
        expect([body, ours.failed]).toEqual([body, theirs.failed === "SchemaError" ? "AnswerUnknown" : theirs.failed])
      }
      for (const [status, body] of [
        [502, "<html>"],
        [200, "<html>"],
        [404, "{}"],
        [500, '{"code":"NoSuchThing"}']
      ] as const) {
        const ours = await made(bySpec, endpoint.ref, request, status, body)
        expect(ours.failed).toBe("HttpClientError")
      }
    })
  }
})
