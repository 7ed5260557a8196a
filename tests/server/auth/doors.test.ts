import { once } from "node:events"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { UserId } from "#core/base/ids.ts"
import { OneTimeLinks } from "#server/auth/OneTimeLinks.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, password, userIn } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"

const admin = emailOf("acme", Role.id.Admin)
const minute = 60_000

describe.each(usualHomes)("signing in behind a proxy, on $name", (home) => {
  let server: TestServer
  let users = new Map<RoleId, UserId>()
  const clock = movableClock()
  const limits = {
    ...wide,
    signInPerEmail: { times: 2, seconds: 60 },
    signInPerEmailInAll: { times: 6, seconds: 60 },
    signInPerAddress: { times: 4, seconds: 60 }
  }
  beforeAll(async () => {
    const prepare = Effect.map(makeCompany("acme"), (acme) => void (users = acme.users))
    const publicAddress = "https://desk.example.com"
    server = await startTestServer(home, prepare, {
      clock,
      limits,
      publicAddress,
      trustedProxies: ["127.0.0.0/8", "::1"]
    })
  })
  afterAll(() => server.close())

  const later = () => clock.advance(2 * minute)
  const login = (from: string, secret: string, more: { email?: string; cookie?: string; token?: string } = {}) =>
    server.fetch("/api/auth/login", {
      method: "POST",
      body: { email: more.email ?? admin, password: secret, ...(more.token === undefined ? {} : { isAuth: true }) },
      headers: {
        "x-forwarded-for": from,
        ...(more.cookie === undefined ? {} : { cookie: more.cookie }),
        ...(more.token === undefined ? {} : { authorization: more.token })
      }
    })
  const cookieOf = ({ headers }: { readonly headers: Headers }) => (headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  const sql: TestServer["sql"] = (use) => server.sql(use)

  it("counts each client's failures separately, whatever it writes into the header", async () => {
    later()
    for (let nth = 0; nth < 4; nth += 1) {
      const forged = `10.0.0.${nth}, 203.0.113.9`
      expect((await login(forged, "wrong-1", { email: `guess-${nth}@acme.example.com` })).status).toBe(401)
    }
    expect((await login("198.51.100.1, 203.0.113.9", password)).status).toBe(429)
    expect((await login("203.0.113.9, 198.51.100.1", password)).status).toBe(200)
  })

  it("logs who was refused, and from where", async () => {
    later()
    await login("198.51.100.7", "wrong-1")
    const token = await server.enter("acme", Role.id.Vendor)
    await server.fetch("/api/audit", { token, headers: { "x-forwarded-for": "198.51.100.8" } })
    const lines = server
      .logged()
      .split("\n")
      .filter((line) => line.includes("198.51.100."))
    expect(lines.find((line) => line.includes("198.51.100.7"))).toContain(`"userID":${users.get(Role.id.Admin)}`)
    expect(lines.find((line) => line.includes("198.51.100.8"))).toContain(`"userID":${users.get(Role.id.Vendor)}`)
    expect(lines.find((line) => line.includes("198.51.100.8"))).toContain('"status":403')
  })

  it("logs who was rate-limited, and whom the live hub refused", async () => {
    later()
    const token = await server.enter("acme", Role.id.Admin)
    const tried = () => login("198.51.100.30", "wrong-1", { token })
    await expect.poll(async () => (await tried()).status, { interval: 1 }).toBe(429)
    const refused = (from: string, path: string, more: { method?: string; headers?: Record<string, string> } = {}) =>
      server.fetch(path, { ...more, headers: { "x-forwarded-for": from, ...more.headers } })
    await refused("198.51.100.31", "/api/hub/negotiate?negotiateVersion=1", { method: "POST" })
    await refused("198.51.100.32", "/api/hub?id=nobody", { headers: { authorization: "Bearer nobody" } })
    await refused("198.51.100.33", "/api/hub/negotiate", {
      method: "POST",
      headers: { authorization: token, origin: "https://elsewhere.example.com" }
    })
    const socket = new WebSocket(`${server.address.replace("http", "ws")}/api/hub?access_token=nobody`, {
      headers: { "x-forwarded-for": "198.51.100.34" }
    })
    await once(socket, "error")
    const lines = server.logged().split("\n")
    const lineOf = (address: string, status: number) =>
      lines.find((line) => line.includes(`"address":"${address}"`) && line.includes(`"status":${status}`))
    expect(lineOf("198.51.100.30", 429)).toContain(`"userID":${users.get(Role.id.Admin)}`)
    expect(lineOf("198.51.100.31", 401)).toContain('"path":"/api/hub/negotiate"')
    expect(lineOf("198.51.100.32", 401)).toContain('"path":"/api/hub"')
    expect(lineOf("198.51.100.33", 403)).toContain('"userID":null')
    expect(lineOf("198.51.100.34", 401)).toContain('"method":"GET"')
    expect(server.logged()).not.toContain("access_token")
  })

  it("gives the browser a cookie that scripts can't read and that gives no access", async () => {
    later()
    const answer = await login("198.51.100.20", password)
    const cookie = answer.headers.get("set-cookie") ?? ""
    expect(cookie).toMatch(
      /^lockdesk_browser=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/
    )
    expect((await server.fetch("/api/auth/user", { headers: { cookie: cookieOf(answer) } })).status).toBe(401)
    expect((await login("198.51.100.20", "wrong-1", { cookie: cookieOf(answer) })).headers.get("set-cookie")).toBeNull()
    // The browser's earlier cookie stays valid; one the server never issued is replaced.
    expect(cookieOf(await login("198.51.100.20", password, { cookie: cookieOf(answer) }))).toBe(cookieOf(answer))
    const planted = `lockdesk_browser=${"x".repeat(43)}`
    expect(cookieOf(await login("198.51.100.20", password, { cookie: planted }))).not.toBe(planted)
  })

  it("accepts the right password from a known browser and a live session, however often others fail", async () => {
    later()
    const known = cookieOf(await login("198.51.100.30", password))
    const { token } = ((await login("198.51.100.30", password)).json as { readonly data: { readonly token: string } })
      .data
    const attack = async () => {
      for (const from of ["203.0.113.1", "203.0.113.2", "203.0.113.3", "198.51.100.30"])
        for (let nth = 0; nth < 3; nth += 1) await login(from, "wrong-1")
    }
    await attack()
    expect((await login("192.0.2.77", password)).status).toBe(429)
    expect((await login("198.51.100.30", password, { cookie: known })).status).toBe(200)
    expect((await login("198.51.100.30", password, { token })).status).toBe(200)
    // The browser's own failures count.
    for (const status of [401, 401, 429])
      expect((await login("198.51.100.30", status === 429 ? password : "wrong-1", { cookie: known })).status).toBe(
        status
      )
    // A browser known for a different user counts as unknown.
    const theirs = cookieOf(await login("198.51.100.31", password, { email: emailOf("acme", Role.id.Owner) }))
    expect((await login("198.51.100.31", password, { cookie: theirs })).status).toBe(429)
    // Setting a new password by email proves identity, from any address.
    const uid = await server.run(
      Effect.flatMap(OneTimeLinks, (links) => links.create(userIn(users, Role.id.Admin), "set-password"))
    )
    const set = await server.fetch("/api/auth/update-password-with-token", {
      method: "PUT",
      body: { uid, password: "brand-new-secret-1" },
      headers: { "x-forwarded-for": "192.0.2.77" }
    })
    expect(set.status).toBe(200)
    await attack()
    expect((await login("192.0.2.77", "brand-new-secret-1", { cookie: cookieOf(set) })).status).toBe(200)
    expect((await login("198.51.100.30", "brand-new-secret-1", { cookie: known })).status).toBe(429)
  })

  it("refuses common passwords", async () => {
    for (const secret of ["password1", "qwerty123", "LockDesk-Demo", "Iloveyou"]) {
      const uid = await server.run(
        Effect.flatMap(OneTimeLinks, (links) => links.create(userIn(users, Role.id.Vendor), "first-password"))
      )
      const answer = await server.fetch("/api/auth/update-password-with-token", {
        method: "PUT",
        body: { uid, password: secret }
      })
      expect([secret, answer.status, answer.json]).toMatchObject([secret, 422, { data: { rule: "TooCommon" } }])
    }
  })

  it("records failures of unknown emails without the typed text", async () => {
    later()
    for (const [from, email] of [
      ["198.51.100.40", "my-Secret-Pass!"],
      ["198.51.100.41", "my-secret-pass!"],
      ["198.51.100.42", "nobody@acme.example.com"]
    ] as const)
      expect((await login(from, "wrong-1", { email })).status).toBe(401)
    const records = await sql(
      (sql) => sql<{ subject: string; payload: string }>`
        SELECT subject, payload FROM audit_records WHERE action = 'auth.login-unknown' ORDER BY seq DESC LIMIT 3`
    )
    const [last, second, first] = records
    expect(first?.subject).toMatch(/^unknown [0-9a-f]{16}$/)
    expect(second?.subject).toBe(first?.subject)
    expect(last?.subject).not.toBe(first?.subject)
    expect(JSON.stringify(records)).not.toMatch(/secret|nobody|acme/i)
    expect(records.map(({ payload }) => (JSON.parse(payload) as { address: string }).address)).toEqual([
      "198.51.100.42",
      "198.51.100.41",
      "198.51.100.40"
    ])
    expect(server.logged()).not.toContain("my-Secret-Pass!")
  })

  it("keeps browsers on https, and forbids framing the page", async () => {
    const { headers } = await server.fetch("/api/auth/store")
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000")
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    expect(headers.get("permissions-policy")).toContain("camera=(self)")
    expect(headers.get("permissions-policy")).toContain("geolocation=(self)")
    const docs = await server.fetch("/api/docs")
    const policy = docs.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy.match(/'sha256-/g)).toHaveLength(2)
    expect(policy).not.toContain("script-src 'unsafe")
    const packed = await server.fetch("/api/docs", { headers: { "accept-encoding": "br" } })
    expect([packed.headers.get("content-encoding"), packed.headers.get("content-security-policy")]).toEqual([
      "br",
      policy
    ])
  })
})
