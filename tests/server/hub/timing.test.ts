import { HttpTransportType, HubConnectionBuilder, HubConnectionState, LogLevel } from "@microsoft/signalr"
import { describe, expect, it } from "vitest"
import { onTestFinished } from "vitest"
import { systemClock } from "#server/hub/hubClock.ts"
import { people, startHub, type TestHub, transports, until } from "./hubHarness.ts"
import { ask, END, handshake, negotiate, openHub } from "./rawHub.ts"

const PING = `{"type":6}${END}`
const TIMED_OUT = { type: 7, error: "The server has not heard from the client in time.", allowReconnect: true }

const warnings = (hub: TestHub): ReadonlyArray<string> =>
  hub.logs.filter((line) => line.level === "warning").map((line) => line.message)

describe("over WebSockets", () => {
  it("the server is never silent for more than 15 s", async () => {
    const hub = await startHub()
    const raw = await openHub(hub)
    for (let pings = 1; pings <= 6; pings++) {
      hub.clock.advance(15_000)
      await until("a ping came", () => raw.frames.length >= 1 + pings)
      raw.send({ type: 6 })
      raw.send({ type: 1, target: "nothing", arguments: [] })
      raw.socket.ping()
      await new Promise((resolve) => raw.socket.once("pong", resolve))
    }
    expect(raw.frames.slice(1)).toEqual(Array.from({ length: 6 }, () => PING))
    expect(hub.hub.connections).toBe(1)
  })

  it("a message replaces a ping", async () => {
    const hub = await startHub()
    const raw = await openHub(hub)
    for (let second = 1; second <= 29; second++) {
      hub.clock.advance(1_000)
      if (second % 10 === 0) hub.hub.sendToUser(people.ann.userID, "tick", [second])
    }
    hub.hub.sendToUser(people.ann.userID, "tick", [29])
    await until("all came", () => raw.frames.at(-1)?.includes("29") === true)
    expect(raw.frames).not.toContain(PING)
  })

  it("a client that is silent for 30 s is notified and dropped, with a log line", async () => {
    const hub = await startHub()
    const raw = await openHub(hub)
    hub.clock.advance(29_000)
    expect(hub.hub.connections).toBe(1)
    hub.clock.advance(1_000)
    expect(hub.hub.connections).toBe(0)
    await raw.closed
    expect(raw.messages().at(-1)).toEqual(TIMED_OUT)
    expect(warnings(hub)).toEqual(["Hub connection dropped: not heard from for 30 s"])
    expect(hub.logs.find((line) => line.level === "warning")).toMatchObject({
      connectionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userID: people.ann.userID
    })
  })

  it("any message counts as activity", async () => {
    const hub = await startHub()
    const raw = await openHub(hub)
    hub.clock.advance(29_000)
    raw.send({ type: 6 })
    raw.socket.ping()
    await new Promise((resolve) => raw.socket.once("pong", resolve))
    hub.clock.advance(29_000)
    expect(hub.hub.connections).toBe(1)
  })
})

describe("over long polling", () => {
  const openPolling = async (hub: TestHub): Promise<string> => {
    const { connectionToken: id } = await negotiate(hub)
    await ask(hub, { query: { id } })
    await ask(hub, { method: "POST", query: { id }, body: handshake })
    await ask(hub, { query: { id } })
    return id
  }

  it("a waiting poll gets a ping within 15 s, and polling counts as activity", async () => {
    const hub = await startHub()
    const id = await openPolling(hub)
    for (let i = 0; i < 5; i++) {
      const before = hub.admitted.length
      const answer = ask(hub, { query: { id } })
      await until("the poll waits", () => hub.admitted.length > before)
      hub.clock.advance(15_000)
      expect((await answer).body).toBe(PING)
    }
    expect(hub.hub.connections).toBe(1)
  })

  it("a client that stops polling is dropped after 30 s", async () => {
    const hub = await startHub()
    const id = await openPolling(hub)
    hub.clock.advance(29_000)
    expect(hub.hub.connections).toBe(1)
    hub.clock.advance(1_000)
    expect(hub.hub.connections).toBe(0)
    hub.clock.advance(6_000)
    expect(await ask(hub, { query: { id } })).toMatchObject({ status: 404 })
  })
})

describe.each(transports)("the official client over $name", ({ name, transport }) => {
  it("stays connected far beyond both timeouts", async () => {
    const hub = await startHub({ clock: systemClock, keepAliveMillis: 60, clientTimeoutMillis: 400 })
    let received = 0
    const client = new HubConnectionBuilder()
      .withUrl(hub.url, { transport, accessTokenFactory: () => people.ann.token })
      .configureLogging({
        log: (level, message) => {
          if (level === LogLevel.Trace && message.includes("data received")) received++
        }
      })
      .withServerTimeout(400)
      .withKeepAliveInterval(60)
      .build()
    onTestFinished(() => client.stop())
    await client.start()
    const started = performance.now()
    // The handshake response and 24 pings, which take more than three timeouts.
    await until("many pings came", () => received >= 25)
    expect(performance.now() - started).toBeGreaterThan(800)
    expect(client.state).toBe(HubConnectionState.Connected)
    expect(hub.hub.connections).toBe(1)
    expect(warnings(hub)).toEqual([])
    if (transport === HttpTransportType.LongPolling) expect(name).toBe("long polling")
  })
})
