import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../support/databases.ts"
import { emailOf, makeCompany } from "../support/fixture.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { openRaw, type RawConnection } from "./rawHttp.ts"

/** Shorter than the server's own 15 and 60 seconds, to keep the test short. */
const receiving = { headers: 600, request: 1200 }

let server: TestServer
let token = ""
beforeAll(async () => {
  server = await startTestServer(postgres, Effect.asVoid(makeCompany("acme")), { receiving })
  token = await server.signIn("acme", Role.id.Admin)
})
afterAll(() => server.close())

const headers = "Host: lockdesk\r\nContent-Type: application/json\r\n"

/** Writes a byte every 20 ms until the connection closes. */
const drip = (raw: RawConnection): void => {
  const dripping = setInterval(() => raw.write("x"), 20)
  raw.socket.once("close", () => clearInterval(dripping))
}

const slowSenders: Readonly<Record<string, (raw: RawConnection) => void>> = {
  "who says nothing": () => undefined,
  "who stops in the headers": (raw) => raw.write("POST /api/auth/login HTTP/1.1\r\nHost: lock"),
  "who drips headers": (raw) => {
    raw.write("GET /healthz HTTP/1.1\r\nX-A: ")
    drip(raw)
  },
  "who stops in the body": (raw) =>
    raw.write(`POST /api/auth/login HTTP/1.1\r\n${headers}Content-Length: 100\r\n\r\n{"email`),
  "who announces too much and sends nothing": (raw) =>
    raw.write(`POST /api/auth/login HTTP/1.1\r\n${headers}Content-Length: 99999999999\r\n\r\n`),
  "who drips a body": (raw) => {
    raw.write(`POST /api/auth/login HTTP/1.1\r\n${headers}Content-Length: 100000\r\n\r\n`)
    drip(raw)
  },
  "who stops between chunks": (raw) =>
    raw.write(`POST /api/auth/login HTTP/1.1\r\n${headers}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n`)
}

it("clients that send too slowly are disconnected, and don't delay others", async () => {
  const slow = await Promise.all(
    Object.entries(slowSenders).flatMap(([name, send]) =>
      Array.from({ length: 10 }, async () => {
        const raw = await openRaw(server.address)
        send(raw)
        return { name, raw }
      })
    )
  )
  const { data: user } = await server.call(token, (api) => api.auth.user({ query: {} }))
  expect(user.email).toBe(emailOf("acme", Role.id.Admin))
  for (const { name, raw } of slow) {
    const answers = await raw.ended()
    expect(
      answers.map(({ status }) => status),
      name
    ).toEqual([408])
    raw.socket.destroy()
  }
  expect(await server.fetch("/healthz")).toMatchObject({ status: 200 })
  expect(server.logged()).not.toContain("A request failed")
})
