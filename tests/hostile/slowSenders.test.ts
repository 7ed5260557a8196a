import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { Sessions } from "#server/auth/Sessions.ts"
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

describe("a change whose body arrives slowly", () => {
  const json = { path: "PUT /api/companies/api-keys-show-once", type: "application/json", body: '{"showOnce":true}' }
  const form = {
    path: "POST /api/users/import",
    type: "multipart/form-data; boundary=x",
    body:
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' +
      "Email,First name,Last name,Role\nbea@acme.example.com,Bea,Lee,Vendor\r\n--x--\r\n"
  }

  /** Sends a change in two parts, with something in between, and returns the status of the response. */
  const changed = async (
    { path, type, body }: typeof json,
    between: (own: string) => Effect.Effect<unknown, unknown, Sessions | SqlClient.SqlClient>
  ) => {
    const own = await server.signIn("acme", Role.id.Owner)
    const raw = await openRaw(server.address)
    raw.write(
      `${path} HTTP/1.1\r\nHost: lockdesk\r\nContent-Type: ${type}\r\nAuthorization: ${own}\r\nExpect: 100-continue\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`
    )
    await raw.answered(1)
    // By its response, the server has handled the start of the change.
    await server.call(own, (api) => api.auth.user({ query: {} }))
    await server.run(Effect.asVoid(between(own)))
    raw.write(body)
    const [, answer] = await raw.answered(2)
    raw.socket.destroy()
    return answer?.status
  }
  const withSessions = <A>(use: (sessions: Sessions["Service"]) => Effect.Effect<A>) => Effect.flatMap(Sessions, use)
  const signOut = (own: string) =>
    withSessions((sessions) =>
      Effect.flatMap(sessions.peek(own), (found) => sessions.end(found?.sessionId ?? expect.unreachable()))
    )
  const overrides = (levels: object) =>
    Effect.andThen(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE companies SET role_overrides = ${JSON.stringify(levels)}::text::jsonb`
      ),
      withSessions(({ forget }) => forget(null))
    )

  it.each([
    ["JSON", json],
    ["a form", form]
  ])("is refused if its user was signed out meanwhile, or lost the permission: %s", async (_, change) => {
    expect(await changed(change, signOut)).toBe(401)
    const readOnly = { [Area.id.ApiSettings]: 1, [Area.id.Users]: 1 }
    expect(await changed(change, () => overrides({ [Role.id.Owner]: readOnly }))).toBe(403)
    await server.run(overrides({}))
    expect(await changed(change, () => Effect.void)).toBe(200)
  })

  it("is made if its user entered the password again meanwhile, which replaces the token", async () => {
    expect(await changed(json, (own) => withSessions(({ reauthenticate }) => reauthenticate(own)))).toBe(200)
  })
})
