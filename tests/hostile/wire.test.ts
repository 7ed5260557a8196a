import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeRegistered, password } from "../support/fixture.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { exchange, openRaw } from "./rawHttp.ts"

const crlf = (...lines: ReadonlyArray<string>): string => lines.join("\r\n")
const host = "Host: lockdesk"
const close = "Connection: close"
const json = "Content-Type: application/json"

/** A request that is read as the next one if the surrounding one is misread. */
const smuggled = crlf("GET /healthz HTTP/1.1", host, "", "")

let server: TestServer
let token = ""
let facilityID = 0
beforeAll(async () => {
  server = await startTestServer(
    postgres,
    Effect.gen(function* () {
      const { companyID } = yield* makeCompany("acme")
      facilityID = yield* makeFacility(companyID, "Maple St")
      for (let n = 0; n < 300; n++) yield* makeRegistered(String(10_000_000 + n), "1234")
    })
  )
  token = await server.signIn("acme", Role.id.Admin)
})
afterAll(() => server.close())

const ask = (path: string, ...headers: ReadonlyArray<string>): string =>
  crlf(`GET ${path} HTTP/1.1`, host, `Authorization: ${token}`, ...headers, "", "")
const post = (path: string, body: string, ...headers: ReadonlyArray<string>): string =>
  crlf(`POST ${path} HTTP/1.1`, host, `Authorization: ${token}`, json, ...headers, "", body)

/**
 * Node's parser refuses non-HTTP input with a bare status line before our code sees it. Only these responses are not the
 * failure envelope. Each closes the connection, so that nothing after it is read as a request.
 */
const notHttp: Readonly<Record<string, readonly [status: number, text: string]>> = {
  "no Host": [400, crlf("GET /healthz HTTP/1.1", "", "")],
  "a length and chunks": [
    400,
    crlf(
      "POST /api/auth/login HTTP/1.1",
      host,
      json,
      "Content-Length: 4",
      "Transfer-Encoding: chunked",
      "",
      "0",
      "",
      smuggled
    )
  ],
  "chunks and a length": [
    400,
    crlf(
      "POST /api/auth/login HTTP/1.1",
      host,
      json,
      "Transfer-Encoding: chunked",
      "Content-Length: 4",
      "",
      "0",
      "",
      smuggled
    )
  ],
  "two lengths": [
    400,
    crlf("POST /api/auth/login HTTP/1.1", host, json, "Content-Length: 2", "Content-Length: 40", "", `{}${smuggled}`)
  ],
  "a signed length": [
    400,
    crlf("POST /api/auth/login HTTP/1.1", host, json, "Content-Length: +2", "", `{}${smuggled}`)
  ],
  "a negative length": [400, crlf("POST /api/auth/login HTTP/1.1", host, json, "Content-Length: -1", "", smuggled)],
  "a list as the length": [
    400,
    crlf("POST /api/auth/login HTTP/1.1", host, json, "Content-Length: 2, 2", "", `{}${smuggled}`)
  ],
  "an unknown encoding": [
    400,
    crlf("POST /api/auth/login HTTP/1.1", host, json, "Transfer-Encoding: xchunked", "", "0", "", smuggled)
  ],
  "an encoding after chunked": [
    400,
    crlf("POST /api/auth/login HTTP/1.1", host, json, "Transfer-Encoding: chunked, identity", "", "0", "", smuggled)
  ],
  "a space before the colon": [
    400,
    crlf("POST /api/auth/login HTTP/1.1", host, json, "Transfer-Encoding : chunked", "", "0", "", smuggled)
  ],
  "an invalid chunk size": [
    400,
    crlf("POST /api/auth/login HTTP/1.1", host, json, "Transfer-Encoding: chunked", "", "zz", "{}", smuggled)
  ],
  "a folded header": [400, crlf("GET /healthz HTTP/1.1", host, "X-A: a", " b", "", "")],
  "a control character in a header": [400, crlf("GET /healthz HTTP/1.1", host, "Authorization: a\u0001b", "", "")],
  "a bare carriage return": [400, crlf("GET /healthz HTTP/1.1", host, "X-A: a\rX-B: b", "", "")],
  "bare line feeds": [400, "GET /healthz HTTP/1.1\nHost: lockdesk\n\n"],
  "a space in the path": [400, crlf("GET /api/locks/search?filter=a b HTTP/1.1", host, "", "")],
  "a non-ASCII path": [400, crlf("GET /api/locks/\u00e9 HTTP/1.1", host, "", "")],
  "an unknown method": [400, crlf("STEAL / HTTP/1.1", host, "", "")],
  "another version": [400, crlf("GET / HTTP/3.0", host, "", "")],
  "HTTP/2": [400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  "a TLS handshake": [400, "\u0016\u0003\u0001\u0002\u0000\u0001\u0000"],
  "a header of 20 KB": [431, crlf("GET /healthz HTTP/1.1", host, `X-A: ${"a".repeat(20_000)}`, "", "")],
  "a URL of 20 KB": [431, crlf(`GET /${"a".repeat(20_000)} HTTP/1.1`, host, "", "")],
  "2,500 headers": [431, crlf("GET /healthz HTTP/1.1", host, ...Array.from({ length: 2500 }, () => "X-A: b"), "", "")],
  "an unsupported expectation": [417, crlf("GET /healthz HTTP/1.1", host, "Expect: miracles", close, "", "")]
}

describe("invalid HTTP", () => {
  it.each(Object.entries(notHttp))("%s is refused and ends the connection", async (_, [status, text]) => {
    const answers = await exchange(server.address, text)
    expect(answers.map((answer) => answer.status)).toEqual([status])
    expect(answers[0]?.body).toBe("")
  })

  it("CONNECT, and an upgrade to a WebSocket other than the hub's, close the connection silently", async () => {
    expect(await exchange(server.address, crlf("CONNECT example.com:443 HTTP/1.1", host, "", ""))).toEqual([])
    const upgrade = ask(
      "/api/auth/user",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    )
    expect(await exchange(server.address, upgrade)).toEqual([])
  })
})

describe("barely valid HTTP", () => {
  it("pipelined requests are answered one after another, in order", async () => {
    const raw = await openRaw(server.address)
    const login = JSON.stringify({ email: emailOf("acme", Role.id.Admin), password })
    // The first one takes longest, and the others wait for it.
    raw.write(post("/api/auth/login", login, `Content-Length: ${login.length}`))
    for (let n = 0; n < 40; n++) raw.write(ask(n % 2 === 0 ? "/api/auth/user" : `/api/locks/${n}`))
    raw.write(ask("/healthz", close))
    const answers = await raw.ended()
    expect(answers.map(({ status }) => status)).toEqual([
      200,
      ...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 200 : 404)),
      200
    ])
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(answers.length)
  })

  it("a body with Expect: 100-continue is requested and read", async () => {
    const raw = await openRaw(server.address)
    raw.write(post("/api/auth/login", "", "Content-Length: 2", "Expect: 100-continue", close))
    expect((await raw.answered(1)).map(({ status }) => status)).toEqual([100])
    raw.write("{}")
    expect((await raw.ended()).map(({ status }) => status)).toEqual([100, 400])
  })

  it("an HTTP/2 upgrade is ignored, and the host header doesn't change the call", async () => {
    const offer = ask(
      "/api/auth/user",
      "Connection: Upgrade, HTTP2-Settings, close",
      "Upgrade: h2c",
      "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"
    )
    const absolute = crlf(
      "GET http://evil.example/api/auth/user HTTP/1.1",
      "Host: other.example",
      `Authorization: ${token}`,
      close,
      "",
      ""
    )
    const nonsense = crlf(
      "GET /api/auth/user HTTP/1.1",
      "Host: [::1",
      `Authorization: ${token}`,
      "X-Forwarded-Host: evil.example",
      close,
      "",
      ""
    )
    const forwarded = ask(
      "/api/auth/user",
      "Forwarded: host=evil.example",
      "X-Original-URL: /api/auth/store",
      "X-HTTP-Method-Override: DELETE",
      close
    )
    for (const text of [offer, absolute, nonsense, forwarded]) {
      const [answer] = await exchange(server.address, text)
      expect(answer?.status).toBe(200)
      expect(JSON.parse(answer?.body ?? "")).toMatchObject({ data: { email: emailOf("acme", Role.id.Admin) } })
      expect(answer?.body).not.toContain("evil.example")
    }
  })

  it("HTTP/1.0 without a host is answered, and OPTIONS * and a fragment do no harm", async () => {
    expect((await exchange(server.address, "GET /healthz HTTP/1.0\r\n\r\n"))[0]?.status).toBe(200)
    expect((await exchange(server.address, crlf("OPTIONS * HTTP/1.1", host, close, "", "")))[0]?.status).toBe(404)
    expect((await exchange(server.address, ask("/healthz#/api/auth/user", close)))[0]?.status).toBe(200)
  })

  it("an endless upload is refused without reading it all", async () => {
    const raw = await openRaw(server.address)
    raw.write(post("/api/locks/activate-lock", "", "Transfer-Encoding: chunked"))
    const chunk = crlf("10000", "x".repeat(0x10000), "")
    const most = 64 * 1024 * 1024
    let sent = 0
    let over = false
    raw.socket.once("close", () => {
      over = true
    })
    while (!over && sent < most) {
      sent += chunk.length
      if (!raw.socket.write(chunk))
        await new Promise((resolve) => raw.socket.once("drain", resolve).once("close", resolve))
    }
    const answers = await raw.ended()
    expect(answers.map(({ status }) => status)).toEqual([413])
    expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ code: "TooLarge" })
    expect(sent).toBeLessThan(most / 2)
  })
})

describe("impatient clients", () => {
  it("disconnecting clients leave nothing half-done, and the server works", async () => {
    const credentials = JSON.stringify({ email: emailOf("acme", Role.id.Admin), password })
    const requests = Array.from({ length: 300 }, (_, n) => {
      if (n % 20 === 0) return post("/api/auth/login", credentials, `Content-Length: ${credentials.length}`)
      if (n % 3 === 0) return ask("/api/locks?count=1000")
      const body = JSON.stringify({ serialCode: String(10_000_000 + n), facilityID })
      return post("/api/locks/activate-lock", body, `Content-Length: ${body.length}`)
    })
    await Promise.all(
      requests.map(async (text, n) => {
        const raw = await openRaw(server.address)
        raw.write(text)
        // Some disconnect before the request can have been read, some during the response.
        if (n % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
        raw.socket.resetAndDestroy()
      })
    )
    const { data: verified } = await server.call(token, (api) => api.audit.verify({ query: {} }))
    expect(verified.broken).toBeNull()
    // Some connections are still being processed, and a lock may be activated between the two queries.
    const withoutTheOther = async () => {
      const records = await server.call(token, (api) =>
        api.audit.list({ query: { action: "locks.activate", count: 1000 } })
      )
      const locks = await server.call(token, (api) => api.locks.search({ query: { count: 1000 } }))
      expect(locks.totalCount).toBeGreaterThan(0)
      expect(locks.totalCount).toBe(locks.data.length)
      const recorded = records.data.map(({ subject }) => subject)
      const there = locks.data.map(({ serialCode }) => serialCode)
      expect(new Set(recorded).size).toBe(recorded.length)
      return [
        ...recorded.filter((serial) => serial === null || !there.includes(serial)),
        ...there.filter((serial) => !recorded.includes(serial))
      ]
    }
    await expect.poll(withoutTheOther, { timeout: 10_000 }).toEqual([])
    expect(server.logged()).not.toContain("A request failed")
  })

  it("500 idle connections don't delay others", async () => {
    const idle = await Promise.all(Array.from({ length: 500 }, () => openRaw(server.address)))
    for (const [n, raw] of idle.entries()) if (n % 2 === 0) raw.write(ask("/healthz"))
    await Promise.all(idle.filter((_, n) => n % 2 === 0).map((raw) => raw.answered(1)))
    const { data: user } = await server.call(token, (api) => api.auth.user({ query: {} }))
    expect(user.email).toBe(emailOf("acme", Role.id.Admin))
    for (const { socket } of idle) socket.destroy()
  })
})
