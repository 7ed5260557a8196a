import { HttpTransportType, HubConnectionState } from "@microsoft/signalr"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { SignOuts } from "#server/auth/SignOuts.ts"
import { HubSessions } from "#server/hub/HubSessions.ts"
import { HubSessionsLive } from "#server/LiveEventsLive.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, password } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, transports, until } from "../hub/hubHarness.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe.each(usualHomes)("a session, on $name", (home) => {
  let server: TestServer
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("acme", { clientTimeout: 10 * minute })
        yield* makeCompany("patient", { clientTimeout: 3 * day })
        yield* makeCompany("usual", { clientTimeout: 8 * hour })
      }),
      { clock }
    )
  })
  afterAll(() => server.close())

  const user = (token: string) => server.fetch("/api/auth/user", { token })
  const lives = async (token: string) => {
    const { status } = await user(token)
    expect([200, 401]).toContain(status)
    return status === 200
  }
  const sql: TestServer["sql"] = (use) => server.sql(use)
  const logIn = async (company: string, role: RoleId, more: { rememberMe?: boolean; client?: "web" | "terminal" }) => {
    const { data } = await server.call(null, (api) =>
      api.auth.login({ payload: { email: emailOf(company, role), password, ...more } })
    )
    return data.token
  }

  it("ends immediately at sign-out, even if it was just read, and no other session does", async () => {
    const [leaving, staying] = [await server.enter("acme", Role.id.Admin), await server.enter("acme", Role.id.Admin)]
    expect(await lives(leaving)).toBe(true)
    const answer = await server.fetch("/api/auth/logout", { method: "POST", token: leaving })
    expect(answer.json).toEqual({ success: true, data: null })
    expect(await lives(leaving)).toBe(false)
    clock.advance(6_000)
    expect(await lives(leaving)).toBe(false)
    expect(await lives(staying)).toBe(true)
    expect((await server.fetch("/api/auth/logout", { method: "POST", token: leaving })).status).toBe(401)
  })

  it("closes its hub connection at sign-out", async () => {
    const [leaving, staying] = [await server.enter("acme", Role.id.Admin), await server.enter("acme", Role.id.Admin)]
    const clients = await Promise.all(
      [leaving, staying].map((token) => connect(`${server.address}/api/hub`, { person: { token } }))
    )
    const [gone, kept] = clients
    for (const [at, client] of clients.entries()) await client.invoke("joinCompanyGroup", at === 0 ? leaving : staying)
    await server.call(leaving, (api) => api.auth.logout())
    await until("the connection is closed", () => gone?.state === HubConnectionState.Disconnected)
    await expect(gone?.start()).rejects.toThrow(/401/)
    expect(await kept?.invoke("leaveCompanyGroup", staying)).toBeUndefined()
    await expect(kept?.invoke("joinCompanyGroup", leaving)).rejects.toThrow("The token provided is expired or invalid.")
  })

  it.each(transports)("closes its hub connections immediately over $name, with the reason, permanently", async (by) => {
    const token = await server.enter("acme", Role.id.Admin)
    const { transport } = by
    const client = await connect(`${server.address}/api/hub`, {
      person: { token },
      transport,
      automaticReconnect: true
    })
    let reason: string | undefined
    let again = 0
    client.onclose((error) => (reason = error?.message ?? "none"))
    client.onreconnecting(() => (again += 1))
    await client.invoke("joinCompanyGroup", token)
    // Signs out in another tab of the same session.
    await server.call(token, (api) => api.auth.logout())
    await until("the connection is closed", () => reason !== undefined)
    expect(reason).toContain("signed out")
    expect([again, client.state]).toEqual([0, HubConnectionState.Disconnected])
    expect(await lives(token)).toBe(false)
  })

  it("ends with all others of its user if required, and no one else's", async () => {
    const tokens = [
      await server.enter("acme", Role.id.Personnel),
      await server.enter("acme", Role.id.Personnel, { client: "terminal" }),
      await server.enter("acme", Role.id.Owner)
    ]
    const clients = await Promise.all(
      tokens.map((token) => connect(`${server.address}/api/hub`, { person: { token } }))
    )
    for (const [at, client] of clients.entries()) await client.invoke("joinCompanyGroup", tokens[at])
    const [{ userID } = { userID: UserId.make(1) }] = await sql(
      (sql) => sql<{ userID: UserId }>`
        SELECT user_id AS "userID" FROM users WHERE email = ${emailOf("acme", Role.id.Personnel)}`
    )
    expect(await Promise.all(tokens.map(lives))).toEqual([true, true, true])
    await server.run(Effect.flatMap(SignOuts, (signOuts) => signOuts.user(userID)))
    expect(await Promise.all(tokens.map(lives))).toEqual([false, false, true])
    const states = () => clients.map(({ state }) => state === HubConnectionState.Connected)
    await until("their connections are closed", () => !states()[0] && !states()[1])
    expect(states()).toEqual([false, false, true])
  })

  it("of a browser ends after the company's web timeout without a request, and continues with any", async () => {
    const busy = await server.enter("acme", Role.id.Admin)
    const idle = await server.enter("acme", Role.id.Owner)
    for (let nth = 0; nth < 4; nth += 1) {
      clock.advance(8 * minute)
      const path = ["/api/auth/user", "/api/locks", "/api/audit/verify", "/api/facilities"][nth] ?? ""
      expect((await server.fetch(path, { token: busy })).status).toBe(200)
    }
    expect(await lives(idle)).toBe(false)
    clock.advance(9.5 * minute)
    expect(await lives(busy)).toBe(true)
    clock.advance(10 * minute)
    expect(await lives(busy)).toBe(false)
    clock.advance(-9 * minute)
    expect(await lives(busy)).toBe(false)
  })

  it("of a browser ends after the timeout also if it was used before the clock was set back", async () => {
    const token = await server.enter("patient", Role.id.Admin)
    clock.advance(2 * day)
    expect(await lives(token)).toBe(true)
    clock.advance(-2 * day)
    expect(await lives(token)).toBe(true)
    clock.advance(minute)
    expect(await lives(token)).toBe(true)
    await sql((sql) => sql`UPDATE companies SET client_timeout_ms = ${hour} WHERE name = 'patient'`)
    clock.advance(2 * hour)
    expect(await lives(token)).toBe(false)
    await sql((sql) => sql`UPDATE companies SET client_timeout_ms = ${3 * day} WHERE name = 'patient'`)
  })

  it("of a browser is not kept alive by its live connection", async () => {
    const token = await server.enter("acme", Role.id.Admin)
    clock.advance(6 * minute)
    const hub = { person: { token }, transport: HttpTransportType.LongPolling }
    const client = await connect(`${server.address}/api/hub`, hub)
    await client.invoke("joinCompanyGroup", token)
    clock.advance(6 * minute)
    expect(await lives(token)).toBe(false)
  })

  it("of a terminal ignores the web timeout and ends after thirty days", async () => {
    const token = await logIn("acme", Role.id.Admin, { client: "terminal" })
    clock.advance(30 * day - hour)
    expect(await lives(token)).toBe(true)
    clock.advance(hour)
    expect(await lives(token)).toBe(false)
  })

  it("of a browser lasts a day even if it stays active, or the company's web timeout if that is longer", async () => {
    const [usual, patient] = [await logIn("usual", Role.id.Admin, {}), await logIn("patient", Role.id.Admin, {})]
    for (let nth = 0; nth < 3; nth += 1) {
      clock.advance(7 * hour)
      expect([await lives(usual), await lives(patient)]).toEqual([true, true])
    }
    clock.advance(3 * hour - minute)
    expect(await lives(usual)).toBe(true)
    clock.advance(minute)
    expect([await lives(usual), await lives(patient)]).toEqual([false, true])
    clock.advance(2 * day - minute)
    expect(await lives(patient)).toBe(true)
    clock.advance(minute)
    expect(await lives(patient)).toBe(false)
  })

  it('with "remember me" survives closing the browser, for thirty days', async () => {
    const [plain, remembered] = [
      await logIn("acme", Role.id.Admin, { client: "web" }),
      await logIn("acme", Role.id.Admin, { rememberMe: true, client: "web" })
    ]
    clock.advance(10 * minute)
    expect([await lives(plain), await lives(remembered)]).toEqual([false, true])
    clock.advance(30 * day - 11 * minute)
    expect(await lives(remembered)).toBe(true)
    clock.advance(minute)
    expect(await lives(remembered)).toBe(false)
    const left = await logIn("acme", Role.id.Admin, { rememberMe: true })
    await server.call(left, (api) => api.auth.logout())
    expect(await lives(left)).toBe(false)
  })

  it("has no access once its user is deactivated", async () => {
    const token = await server.enter("acme", Role.id.Personnel)
    expect(await lives(token)).toBe(true)
    await sql((sql) => sql`UPDATE users SET is_active = false WHERE email = ${emailOf("acme", Role.id.Personnel)}`)
    clock.advance(5_001)
    expect(await lives(token)).toBe(false)
    const again = await server.fetch("/api/auth/login", {
      method: "POST",
      body: { email: emailOf("acme", Role.id.Personnel), password }
    })
    expect(again.status).toBe(401)
  })

  it("has the permissions of its user's new role", async () => {
    const token = await server.enter("acme", Role.id.CallCenterAgent)
    expect((await server.fetch("/api/audit", { token })).status).toBe(403)
    await sql((sql) => sql`UPDATE users SET role_id = 4 WHERE email = ${emailOf("acme", Role.id.CallCenterAgent)}`)
    clock.advance(5_001)
    expect((await server.fetch("/api/audit", { token })).status).toBe(200)
    expect((await user(token)).json).toMatchObject({ data: { roleID: 4 } })
  })

  it("limits the hub: expired, timed-out and ended ones are not live", async () => {
    const ids = async (...tokens: ReadonlyArray<string>) => {
      const { createHash } = await import("node:crypto")
      const rows = await Promise.all(
        tokens.map((token) => {
          const hash = createHash("sha256").update(token).digest()
          return sql((sql) => sql<{ session_id: string }>`SELECT session_id FROM sessions WHERE token_hash = ${hash}`)
        })
      )
      return rows.map(([row]) => row?.session_id ?? "")
    }
    const idle = await server.enter("acme", Role.id.Admin)
    const ended = await server.enter("acme", Role.id.Admin)
    const terminal = await server.enter("acme", Role.id.Admin, { client: "terminal" })
    const short = await server.enter("usual", Role.id.Admin)
    const remembered = await server.enter("acme", Role.id.Admin, { remember: true })
    await server.call(ended, (api) => api.auth.logout())
    const all = await ids(idle, ended, terminal, short, remembered)
    const live = () =>
      server
        .run(
          Effect.provide(
            Effect.flatMap(HubSessions, (hub) => hub.live(all)),
            HubSessionsLive
          )
        )
        .then((found) => all.map((id) => found.has(id)))
    expect(await live()).toEqual([true, false, true, true, true])
    clock.advance(12 * minute)
    expect(await live()).toEqual([false, false, true, true, true])
    clock.advance(day)
    expect(await live()).toEqual([false, false, true, false, true])
    clock.advance(30 * day)
    expect(await live()).toEqual([false, false, false, false, false])
  })
})
