import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Cause, Effect, Exit, Layer, Predicate, Schema, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiClient } from "#core/api/ApiClient.ts"
import { contractClient } from "#core/api/contractClient.ts"
import { requestKeyHeader } from "#core/auth/RequestKey.ts"
import { callFailureOf } from "#web/app/CallFailure.ts"
import { effectClient } from "#web/app/effectClient.ts"
import { anyRequest, draw, endpoints, files, forms, json } from "../../support/contractCalls.ts"

/** A server that records requests and answers as configured. */
let server: Server
let host = ""
let sent: object = {}
let sentKey: string | undefined
let answer: { status: number; body: string; cuts?: boolean } = { status: 200, body: "" }

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const type = request.headers["content-type"]
  if (bytes.length === 0 || type === undefined) return null
  if (type === "application/json") return JSON.parse(bytes.toString())
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData()
  return [...form].map(([name, value]) => [name, typeof value === "string" ? value : [value.name, value.size]])
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? "", "http://lockdesk.example.com")
      url.searchParams.sort()
      sent = { method: request.method, url: url.href, token: request.headers.authorization, body }
      sentKey = request.headers[requestKeyHeader] as string | undefined
      response.writeHead(answer.status, { "content-type": "application/json", "x-export-rows": "3" })
      if (answer.cuts) response.write(answer.body, () => response.destroy())
      else response.end(answer.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/under`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Client = ApiClient["Service"]

/** Whose calls the clients make. */
let companyID: number | null = null
let token = "secret"

/** Clients for all tests, because creating one compiles every endpoint it calls. */
let byConsole: Client
let byContract: Client
beforeAll(() => {
  const connection = { host, token: () => token, companyID: () => companyID }
  byConsole = effectClient(connection)
  byContract = Effect.runSync(
    Effect.provide(ApiClient, contractClient(connection).pipe(Layer.provide(FetchHttpClient.layer)))
  )
})

/** The request a client sends, and how it decodes a given response. */
const made = async (
  client: Client,
  ref: string,
  request: unknown,
  status: number,
  body: string,
  company: number | null = null
) => {
  sent = {}
  answer = { status, body }
  companyID = company
  const [group = "", name = ""] = ref.split(".")
  const calls = client as unknown as Readonly<
    Record<string, Record<string, (request: unknown) => Effect.Effect<unknown>>>
  >
  const making = calls[group]?.[name]?.(request) ?? Effect.die(new Error(`no ${ref}`))
  const exit = await Effect.runPromiseExit(
    Effect.flatMap(making, (answered) => Effect.promise(() => readable(answered)))
  )
  if (Exit.isSuccess(exit)) return { sent, answer: exit.value }
  const failure = Cause.squash(exit.cause)
  const facts = Predicate.isObject(failure) ? (failure as Readonly<Record<string, unknown>>) : {}
  const { _tag: tag, error, requestId, data } = facts
  return { sent, failed: tag, error, requestId, data }
}

/** A response with its file's bytes read, reduced to what the console uses. */
const readable = async (answered: unknown): Promise<unknown> => {
  if (Array.isArray(answered)) return Promise.all(answered.map(readable))
  if (Stream.isStream(answered)) {
    const bytes = answered as Stream.Stream<Uint8Array>
    return Effect.runPromise(Stream.mkString(Stream.decodeText(bytes)))
  }
  if (!Predicate.hasProperty(answered, "headers") || !Predicate.hasProperty(answered, "status")) return answered
  const headers = answered.headers as Readonly<Record<string, string>>
  return { status: answered.status, rows: headers["x-export-rows"] }
}

describe("the console's calls", () => {
  it.each(forms.map((endpoint) => [endpoint.ref, endpoint] as const))("%s sends a form", async (ref, endpoint) => {
    const payload = new FormData()
    payload.append("subject", "Gate keypad")
    payload.append("files", new File(["a picture"], "label.png", { type: "image/png" }))
    const request = { ...(anyRequest(endpoint) as object), payload }
    const ours = await made(byConsole, ref, request, 401, '{"code":"SignedOut"}')
    expect(ours).toEqual(await made(byContract, ref, request, 401, '{"code":"SignedOut"}'))
    expect(ours.sent).toHaveProperty("body", [
      ["subject", "Gate keypad"],
      ["files", ["label.png", 9]]
    ])
  })

  it.each(files.map((endpoint) => [endpoint.ref, endpoint] as const))("%s returns a file", async (ref, endpoint) => {
    for (const responseMode of ["decoded-only", "decoded-and-response", "response-only"]) {
      const asked = { ...(anyRequest(endpoint) as object), responseMode }
      const ours = await made(byConsole, ref, asked, 200, "bytes of a file")
      expect(ours).toEqual(await made(byContract, ref, asked, 200, "bytes of a file"))
      expect(JSON.stringify(ours.answer)).toContain(responseMode === "response-only" ? "200" : "bytes of a file")
    }
  })

  for (const endpoint of endpoints) {
    it(`${endpoint.ref} sends, decodes and fails as the contract says`, async () => {
      const answers = draw(endpoint.success)
      for (const [at, request] of draw(Schema.Struct(endpoint.parts)).slice(0, 2).entries()) {
        const body = json(endpoint.success, answers[at])
        const company = at === 0 ? null : 7
        const ours = await made(byConsole, endpoint.ref, request, 200, body, company)
        expect(ours).toEqual(await made(byContract, endpoint.ref, request, 200, body, company))
        expect(ours).toHaveProperty("answer")
      }
      const request = anyRequest(endpoint)
      for (const [status, schema] of endpoint.errors) {
        const body = json(schema, draw(schema)[0])
        const ours = await made(byConsole, endpoint.ref, request, status, body)
        expect(ours).toEqual(await made(byContract, endpoint.ref, request, status, body))
        expect(ours.failed).toBe(JSON.parse(body).code)
      }
    })
  }

  it("reject a malformed or missing response", async () => {
    const [{ ref, parts }] = endpoints.filter((endpoint) => endpoint.ref === "auth.user") as [(typeof endpoints)[0]]
    const [request] = draw(Schema.Struct(parts))
    for (const [status, body] of [
      [200, "[]"],
      [200, "null"],
      [200, '{"success":true,"data":{"some":"thing"}}'],
      [200, "<html>"],
      [404, "{}"],
      [500, '{"code":"NoSuchThing"}'],
      [502, "<html>"]
    ] as const) {
      expect([body, (await made(byConsole, ref, request, status, body)).failed]).toEqual([body, "AnswerUnknown"])
    }
    const nobody = effectClient({ host: "http://127.0.0.1:9", token: () => null, companyID: () => null })
    const exit = await Effect.runPromiseExit(nobody.auth.user({ query: {} }))
    expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toMatchObject({ _tag: "NoAnswer" })
  })
})

describe("a response that broke off", () => {
  it.each([
    ["ends early", '{"success":true,"da', false],
    ["ends before it begins", "", false],
    ["is cut", '{"success":true,"da', true]
  ])("is retried for a read, and may have made a change: it %s", async (_, body, cuts) => {
    answer = { status: 200, body, cuts }
    const failureOf = async (call: Effect.Effect<unknown, unknown>) => {
      const exit = await Effect.runPromiseExit(call)
      const { words, offline } = callFailureOf(Exit.isFailure(exit) ? Cause.squash(exit.cause) : null)
      return [words.error, words.next, offline]
    }
    const error = "The server's answer broke off."
    expect(await failureOf(byConsole.auth.user({ query: {} }))).toEqual([error, "Try again.", true])
    expect(await failureOf(byConsole.auth.logout())).toEqual([
      error,
      "It may have worked. First check with the command List what I did.",
      false
    ])
  })
})

describe("a failed call", () => {
  it("is reported to its caller if it may have changed something", async () => {
    const failed: Array<readonly [path: string, tag: unknown]> = []
    const client = effectClient({
      host,
      token: () => "secret",
      companyID: () => null,
      changeFailed: ({ path }, error) => failed.push([path, Predicate.isObject(error) && error._tag])
    })
    answer = { status: 502, body: "<html>" }
    await Effect.runPromiseExit(client.auth.user({ query: {} }))
    await Effect.runPromiseExit(client.auth.logout())
    expect(failed).toEqual([["/api/auth/logout", "AnswerUnknown"]])
  })
})

describe("the request key", () => {
  const keyOf = async (use: (client: Client) => Effect.Effect<unknown, unknown>, body = "{}") => {
    answer = { status: 200, body }
    await Effect.runPromiseExit(use(byConsole))
    return sentKey
  }
  const addKey = (name: string) => (client: Client) =>
    client.apiKeys.add({ query: {}, payload: { name, facilityIds: [], allFacilities: true, isActive: true } })
  const sendTicket = (subject: string, image: string) => (client: Client) => {
    const payload = new FormData()
    payload.append("subject", subject)
    payload.append("files", new File([image], "gate.png", { lastModified: 1 }))
    return client.support.ticket({ query: {}, payload: payload as never })
  }

  it("of one session says nothing about another's", async () => {
    const first = await keyOf(addKey("Shared"))
    token = "another"
    expect(await keyOf(addKey("Shared"))).not.toBe(first)
    token = "secret"
    expect(await keyOf(addKey("Shared"))).not.toBe(first)
  })

  it("is sent with calls that create something, and stays the same until one succeeds", async () => {
    const first = await keyOf(addKey("Gate"))
    expect(first).toMatch(/^[!-~]{20,100}$/)
    expect(await keyOf(addKey("Gate"))).toBe(first)
    expect(await keyOf(addKey("Gates"))).not.toBe(first)
    const { success } = endpoints.find(({ ref }) => ref === "apiKeys.add") ?? expect.unreachable()
    expect(await keyOf(addKey("Gate"), json(success, draw(success)[0]))).toBe(first)
    expect(await keyOf(addKey("Gate"))).not.toBe(first)
  })

  it("differs for forms with another text or file", async () => {
    const keys = [await keyOf(sendTicket("Gate", "one")), await keyOf(sendTicket("Gate", "one"))]
    expect(keys[1]).toBe(keys[0])
    const others = [await keyOf(sendTicket("Fence", "one")), await keyOf(sendTicket("Gate", "three"))]
    expect(new Set([keys[0], ...others]).size).toBe(3)
  })

  it("is not sent with other calls", async () => {
    expect(await keyOf((client) => client.webhooks.list({ query: {} }))).toBeUndefined()
    expect(await keyOf((client) => client.auth.logout())).toBeUndefined()
  })
})
