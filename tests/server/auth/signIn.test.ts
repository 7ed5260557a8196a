import { SqlClient } from "effect/sql"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, password } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"

const admin = emailOf("acme", Role.id.Admin)
const minute = 60_000

describe.each(usualHomes)("signing in, on $name", (home) => {
  let server: TestServer
  const clock = movableClock()
  const limits = {
    ...wide,
    signInPerEmail: { times: 2, seconds: 60 },
    signInPerAddress: { times: 5, seconds: 600 }
  }
  beforeAll(async () => {
    server = await startTestServer(home, makeCompany("acme"), { clock, limits })
  })
  afterAll(() => server.close())

  const login = (body: unknown, headers: Record<string, string> = {}) =>
    server.fetch("/api/auth/login", { method: "POST", body, headers })
  /** Moves past the time windows of all rate limits. */
  const later = () => clock.advance(11 * minute)

  it("returns the token and the user, and sets only the cookie that identifies the browser", async () => {
    later()
    const answer = await login({ email: admin, password })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      success: true,
      data: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: {
          email: admin,
          name: "Admin acme",
          firstName: "Admin",
          lastName: "acme",
          companyName: "acme",
          roleID: 4,
          subscriptionTier: 3,
          paidThrough: "2100-01-01T00:00:00.000Z",
          subscriptionSuspended: false,
          fromSsoLogin: false,
          facilityIDs: [],
          hideLockCodes: true,
          hideLockCodesFlag: true,
          clientTimeout: 28_800_000,
          Permissions: { "1": { accessLevel: 2 }, "8": { accessLevel: 1 } },
          Features: { "2": { id: 2, accessLevel: 1 } }
        }
      }
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^lockdesk_browser=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/
      )
    ])
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(answer.text).not.toContain("argon2")
  })

  it("finds the email ignoring case and surrounding spaces", async () => {
    later()
    expect((await login({ email: `  ${admin.toUpperCase()} `, password })).status).toBe(200)
  })

  it("answers a wrong password, an unknown email and an inactive user alike, with the same work", async () => {
    later()
    const inactive = emailOf("acme", Role.id.Vendor)
    const unreadable = emailOf("acme", Role.id.Personnel)
    await server.sql((sql) => sql`UPDATE users SET is_active = false WHERE email = ${inactive}`)
    await server.sql((sql) => sql`UPDATE users SET password_hash = 'none' WHERE email = ${unreadable}`)
    const timed = async (body: unknown) => {
      const began = performance.now()
      const answer = await login(body)
      const { requestId, ...refusal } = answer.json as { requestId: string }
      return { millis: performance.now() - began, status: answer.status, refusal, requestId }
    }
    const wrong = await timed({ email: admin, password: "not-the-password" })
    const unknown = await timed({ email: "nobody@acme.example.com", password })
    const gone = await timed({ email: inactive, password })
    const unread = await timed({ email: unreadable, password })
    const notText = await timed({ email: `${admin}\u0000`, password })
    expect(wrong).toMatchObject({
      status: 401,
      refusal: { code: "WrongCredentials", error: "Email or password is wrong." }
    })
    for (const other of [unknown, gone, unread]) {
      expect(other.status).toBe(401)
      expect(other.refusal).toEqual(wrong.refusal)
      // The hash takes tens of milliseconds, everything else one or two.
      expect(other.millis).toBeGreaterThan(15)
    }
    expect(notText.status).toBe(400)
    const made = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ n: number }>`
        SELECT (SELECT count(*) FROM sessions JOIN users USING (user_id) WHERE email = ${inactive})::int
          + (SELECT count(*) FROM audit_records WHERE subject = ${inactive} AND action = 'auth.login')::int AS n`
      )
    )
    expect(made).toEqual([{ n: 0 }])
  })

  it("stops after too many failures of an email, even with the right password, and says for how long", async () => {
    later()
    expect((await login({ email: admin.toUpperCase(), password: "wrong-1" })).status).toBe(401)
    clock.advance(20_000)
    expect((await login({ email: ` ${admin}`, password: "wrong-2" })).status).toBe(401)
    const stopped = await login({ email: admin, password })
    expect(stopped.status).toBe(429)
    expect(stopped.json).toMatchObject({ code: "TooManyRequests", error: "Too many requests." })
    const seconds = Number(stopped.headers.get("retry-after"))
    expect(stopped.json).toMatchObject({ data: { retryAfter: seconds } })
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(40)
    expect((await login({ email: emailOf("acme", Role.id.Owner), password })).status).toBe(200)
    clock.advance(seconds * 1000)
    expect((await login({ email: admin, password })).status).toBe(200)
  })

  it("counts no failures from before the clock was set back", async () => {
    later()
    clock.advance(24 * 60 * minute)
    const wrong = () => login({ email: admin, password: "wrong" })
    expect([(await wrong()).status, (await wrong()).status, (await wrong()).status]).toEqual([401, 401, 429])
    clock.advance(-24 * 60 * minute)
    expect((await login({ email: admin, password })).status).toBe(200)
  })

  it("counts no failures for another email, whatever is typed as one", async () => {
    later()
    for (const email of [`${admin} from 127.0.0.1`, `${admin} from 127.0.0.1`, `127.0.0.1 as ${admin}`]) {
      expect((await login({ email, password: "wrong-1" })).status).toBe(401)
    }
    expect((await login({ email: admin, password })).status).toBe(200)
  })

  it("resets the failures of an email after a success", async () => {
    later()
    for (const secret of ["wrong-1", password, "wrong-2", password]) {
      expect((await login({ email: admin, password: secret })).status).toBe(secret === password ? 200 : 401)
    }
  })

  it("stops after too many failures from one address, ignoring its headers, and counts no successes", async () => {
    later()
    for (let nth = 0; nth < 6; nth += 1) expect((await login({ email: admin, password })).status).toBe(200)
    later()
    for (let nth = 0; nth < 5; nth += 1) {
      const forged = {
        "x-forwarded-for": `10.0.0.${nth}`,
        forwarded: `for=10.0.1.${nth}`,
        "x-real-ip": `10.0.2.${nth}`
      }
      expect((await login({ email: `guess-${nth}@acme.example.com`, password }, forged)).status).toBe(401)
    }
    const stopped = await login(
      { email: admin, password },
      { "x-forwarded-for": "192.0.2.1", "x-real-ip": "192.0.2.1" }
    )
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(60)
  })

  it("accepts the token plain and after Bearer, and nothing else", async () => {
    const token = await server.enter("acme", Role.id.Admin)
    const user = (authorization?: string) =>
      server.fetch("/api/auth/user", { headers: authorization === undefined ? {} : { authorization } })
    for (const header of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`]) {
      expect((await user(header)).status).toBe(200)
    }
    for (const header of [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      `Basic ${token}`,
      `${token}x`,
      token.slice(1),
      "x".repeat(5000)
    ]) {
      const answer = await user(header)
      expect([header, answer.status]).toEqual([header, 401])
      expect(answer.json).toMatchObject({ code: "SignedOut", error: "You have been logged out. Please log back in." })
      expect(answer.headers.get("www-authenticate")).toBe("Bearer")
    }
    expect((await server.fetch(`/api/auth/user?access_token=${token}&token=${token}`)).status).toBe(401)
  })

  it("stores only the hash of a token, and logs no token, password or email address of a refused one", async () => {
    later()
    const { data } = await server.call(null, (api) => api.auth.login({ payload: { email: admin, password } }))
    await login({ email: admin, password: "hunter2-hunter2" })
    await login('{"email": "x", "password": "hunter2-hunter2" oops')
    await server.fetch(`/api/auth/user-from-token?uid=${"f".repeat(43)}`)
    const hash = createHash("sha256").update(data.token).digest("hex")
    const stored = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql<{ row: string; hash: string }>`SELECT s::text AS row, encode(token_hash, 'hex') AS hash FROM sessions s`
      )
    )
    expect(stored.map((row) => row.hash)).toContain(hash)
    expect(stored.filter(({ row }) => row.includes(data.token))).toEqual([])
    for (const secret of [data.token, password, "hunter2-hunter2", "f".repeat(43)]) {
      expect(server.logged()).not.toContain(secret)
    }
    expect(server.logged()).toContain("/api/auth/user-from-token")
  })
})
