import { describe, expect, it } from "vitest"
import { withoutSecrets } from "#server/hub/hubRequest.ts"
import { people, startHub, until } from "./hubHarness.ts"
import { ask, negotiate, openHub, openSocket, refusedUpgrade } from "./rawHub.ts"

const transports = ["WebSockets", "ServerSentEvents", "LongPolling"].map((transport) => ({
  transport,
  transferFormats: ["Text"]
}))

describe("negotiation", () => {
  it("version 1 returns a public id and, separately, the secret for connecting", async () => {
    const hub = await startHub()
    const answer = await negotiate(hub)
    expect(answer).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      connectionToken: expect.stringMatching(/^[\w-]{43}$/),
      availableTransports: transports
    })
    expect(await ask(hub, { query: { id: answer.connectionId } })).toMatchObject({ status: 404 })
    const { frames } = await openHub(hub, { id: answer.connectionToken })
    expect(frames).toEqual(["{}\u001e"])
  })

  it("version 0, also by default, has one id for connecting", async () => {
    const hub = await startHub()
    for (const query of [{ negotiateVersion: "0" }, {}]) {
      const { body } = await ask(hub, { method: "POST", place: "/negotiate", query })
      const answer = JSON.parse(body) as { connectionId: string }
      expect(answer).toEqual({
        negotiateVersion: 0,
        connectionId: expect.stringMatching(/^[\w-]{43}$/),
        availableTransports: transports
      })
      await openHub(hub, { id: answer.connectionId })
    }
    expect(hub.hub.connections).toBe(2)
  })

  it("answers a later version with its highest, and an invalid version with an error", async () => {
    const hub = await startHub()
    expect(await negotiate(hub, { query: { negotiateVersion: "7" } })).toMatchObject({ negotiateVersion: 1 })
    for (const negotiateVersion of ["", "x", "-1", "1.5", "9".repeat(400)]) {
      expect(Object.keys(await negotiate(hub, { query: { negotiateVersion } }))).toEqual(["error"])
    }
  })

  it("never offers stateful reconnect", async () => {
    const hub = await startHub()
    expect(await negotiate(hub, { query: { useStatefulReconnect: "true" } })).not.toHaveProperty("useStatefulReconnect")
  })

  it("is a POST; other methods and paths of the hub are refused, other paths ignored", async () => {
    const hub = await startHub()
    expect(await ask(hub, { place: "/negotiate" })).toMatchObject({ status: 405 })
    expect(await ask(hub, { method: "PUT" })).toMatchObject({ status: 405 })
    expect(await ask(hub, { method: "POST", place: "/negotiate/more" })).toMatchObject({ status: 404 })
    for (const place of ["s", "negotiate", "/../locks"]) {
      expect(await ask(hub, { place })).toMatchObject({ status: 200, body: "not the hub" })
    }
  })

  it("drops a connection that no client opens", async () => {
    const hub = await startHub()
    const { connectionToken } = await negotiate(hub)
    hub.clock.advance(14_000)
    expect(await ask(hub, { query: { id: connectionToken } })).toMatchObject({ status: 200 })
    const { connectionToken: unused } = await negotiate(hub)
    hub.clock.advance(15_000)
    expect(await ask(hub, { query: { id: unused } })).toMatchObject({ status: 404 })
  })

  it("limits connections, overall and per user", async () => {
    const hub = await startHub({ maxConnections: 3, maxConnectionsPerUser: 2 })
    await negotiate(hub)
    const { socket } = await openHub(hub)
    const full = await ask(hub, { method: "POST", place: "/negotiate" })
    expect(full).toMatchObject({
      status: 503,
      headers: { "retry-after": "5" },
      body: "The live hub takes no more connections now. Try again later."
    })
    expect(await refusedUpgrade(hub)).toMatchObject({ status: 503 })
    await negotiate(hub, { token: people.bob.token })
    expect(await refusedUpgrade(hub, { token: people.eve.token })).toMatchObject({ status: 503 })
    const gone = new Promise((resolve) => socket.on("close", resolve))
    socket.close()
    await gone
    await openHub(hub, { token: people.eve.token })
  })

  it("accepts none while it shuts down", async () => {
    const hub = await startHub()
    await hub.hub.closeAll("Maintenance.")
    expect(await ask(hub, { method: "POST", place: "/negotiate" })).toMatchObject({ status: 503 })
    expect(await refusedUpgrade(hub)).toMatchObject({ status: 503 })
  })
})

describe("the token", () => {
  it("is accepted in the Authorization header, with and without Bearer, and in the query", async () => {
    const hub = await startHub()
    const { token } = people.ann
    for (const authorization of [token, `Bearer ${token}`, `bearer  ${token}`]) {
      await negotiate(hub, { token: null, headers: { authorization } })
    }
    await negotiate(hub, { token: null, query: { access_token: token } })
    await openHub(hub, { token: null, query: { access_token: token } })
    await openHub(hub, { token: null, headers: { authorization: token } })
  })

  it("is always required", async () => {
    const hub = await startHub()
    const { connectionToken: id } = await negotiate(hub)
    for (const token of [null, "wrong", "x".repeat(10_000)]) {
      const posted = await ask(hub, { method: "POST", place: "/negotiate", token })
      expect(posted).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } })
      for (const method of ["GET", "POST", "DELETE"]) {
        expect(await ask(hub, { method, query: { id }, token })).toMatchObject({ status: 401 })
      }
      expect(await refusedUpgrade(hub, { token, id })).toMatchObject({ status: 401 })
      expect(await refusedUpgrade(hub, { token })).toMatchObject({ status: 401 })
    }
  })

  it("can't open another session's connection", async () => {
    const hub = await startHub()
    const { connectionToken: id } = await negotiate(hub)
    const { token } = people.bob
    for (const method of ["GET", "POST", "DELETE"]) {
      expect(await ask(hub, { method, query: { id }, token })).toMatchObject({ status: 404 })
    }
    await openHub(hub, { token, id })
    await openHub(hub, { id })
    expect(hub.hub.connections).toBe(2)
  })

  it("is removed from the URL after the hub, from log lines and from responses", async () => {
    const hub = await startHub()
    const { token } = people.ann
    const query = { userID: "1", access_token: token }
    const { connectionToken: id } = await negotiate(hub, { token: null, query })
    await openHub(hub, { token: null, query, id })
    const answers = [
      await ask(hub, { query: { access_token: "wrong-token-in-query", id: "some-secret-id" }, token: null }),
      await ask(hub, { query: { ...query, id: "some-secret-id" }, token: null })
    ]
    expect(answers.map((answer) => answer.status)).toEqual([401, 404])
    const everything = JSON.stringify([hub.seenAddresses, hub.logs, answers])
    for (const secret of [token, id, "wrong-token-in-query", "some-secret-id"]) expect(everything).not.toContain(secret)
    expect(hub.seenAddresses).toContain("/api/hub?userID=1")
    const clean = (address: string): string => withoutSecrets(address, "/api/hub")
    expect(clean("/api/hub?access_token=a&id=b&userID=1")).toBe("/api/hub?userID=1")
    expect(clean("http://host/api/hub/negotiate?access_token=a")).toBe("/api/hub/negotiate")
    expect(clean("/api/locks?id=7&access_token=a")).toBe("/api/locks?id=7")
    expect(clean("/api/locks?id=7")).toBe("/api/locks?id=7")
    expect(clean("//?access_token=a&page=7")).toBe("//")
  })

  it("that can't be checked gets 503, with the reason only in the log and without the token", async () => {
    const hub = await startHub({
      authenticate: (token) => Promise.reject(new Error(`connect ECONNREFUSED while looking up ${String(token)}`))
    })
    expect(await ask(hub, { method: "POST", place: "/negotiate" })).toMatchObject({
      status: 503,
      body: "The session cannot be checked now. Try again later."
    })
    expect(await refusedUpgrade(hub)).toMatchObject({ status: 503 })
    expect(hub.logs.map((line) => line.level)).toEqual(["error", "error"])
    expect(hub.logs[0]?.message).toContain("ECONNREFUSED while looking up [hidden]")
  })

  it("whose session ends during the check opens nothing", async () => {
    const checks: Array<() => void> = []
    const hub = await startHub({
      authenticate: async () => {
        await new Promise<void>((resolve) => checks.push(resolve))
        return { session: people.ann, ...people.ann }
      }
    })
    const refused = refusedUpgrade(hub)
    await until("the check has begun", () => checks.length === 1)
    hub.hub.closeSession(people.ann.sessionId, "Signed out.")
    checks[0]?.()
    expect(await refused).toMatchObject({ status: 401 })
  })
})

describe("browser pages", () => {
  it("of other origins are refused before anything else is checked", async () => {
    const hub = await startHub({ allowedOrigins: ["https://console.example"] })
    const { connectionToken: id } = await negotiate(hub)
    for (const origin of ["https://evil.example", "null", "http://console.example", `http://127.0.0.1:1`, ""]) {
      const headers = { origin }
      expect(await ask(hub, { method: "POST", place: "/negotiate", headers })).toMatchObject({ status: 403 })
      expect(await ask(hub, { query: { id }, headers })).toMatchObject({ status: 403 })
      expect(await ask(hub, { method: "OPTIONS", headers })).toMatchObject({ status: 403 })
      expect(await refusedUpgrade(hub, { headers, id })).toMatchObject({ status: 403 })
    }
  })

  it("of the hub's own host and of listed origins are allowed, and may read the responses", async () => {
    const hub = await startHub({ allowedOrigins: ["https://console.example"] })
    for (const origin of [`http://127.0.0.1:${hub.port}`, "https://console.example"]) {
      const answer = await ask(hub, { method: "POST", place: "/negotiate", headers: { origin } })
      expect(answer).toMatchObject({
        status: 200,
        headers: {
          "access-control-allow-origin": origin,
          "access-control-allow-credentials": "true",
          "cache-control": "no-cache, no-store",
          vary: "Origin"
        }
      })
      await openSocket(hub, { headers: { origin } })
      const preflight = await ask(hub, { method: "OPTIONS", place: "/negotiate", headers: { origin }, token: null })
      expect(preflight.status).toBe(204)
      expect(preflight.headers["access-control-allow-headers"]).toContain("X-SignalR-User-Agent")
    }
  })
})
