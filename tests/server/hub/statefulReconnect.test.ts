import { HubConnectionState } from "@microsoft/signalr"
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { connect, listen, people, startHub, type TestHub, until } from "./hubHarness.ts"
import { END, negotiate, openHub, openSocket, type RawSocket, refusedUpgrade } from "./rawHub.ts"

/** A way to the hub that can be cut while both ends live. */
const startCable = async (port: number): Promise<{ readonly url: string; readonly cut: () => void }> => {
  const open = new Set<Socket>()
  const cable = createServer((near) => {
    const far = connectTcp(port, "127.0.0.1")
    for (const [from, to] of [
      [near, far],
      [far, near]
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on("error", () => to.destroy())
      from.on("close", () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => cable.listen(0, "127.0.0.1", resolve))
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy()
  }
  onTestFinished(async () => {
    const closed = new Promise((resolve) => cable.close(resolve))
    cut()
    await closed
  })
  return { url: `http://127.0.0.1:${(cable.address() as AddressInfo).port}/api/hub`, cut }
}

describe("the official client with stateful reconnect", () => {
  it("loses and doubles nothing in either direction, however often its socket is cut", async () => {
    const got: Array<unknown> = []
    const hub = await startHub({ methods: { put: async (_, args) => got.push(args[0]) } })
    const cable = await startCable(hub.port)
    const client = await connect(cable.url, { statefulReconnect: true })
    const heard = listen(client, "count")
    await client.invoke("join", "g")
    const calls: Array<Promise<unknown>> = []
    for (let round = 0; round < 15; round++) {
      for (let i = 0; i < 10; i++) {
        calls.push(client.invoke("put", round * 10 + i))
        hub.hub.sendToGroup("g", "count", [round * 10 + i])
      }
      if (round % 3 !== 2) await until("some arrived", () => heard.length > round * 5)
      hub.clock.advance(1_000)
      cable.cut()
      hub.hub.sendToGroup("g", "count", [`cut ${round}`])
      // The client gives up when its one attempt to come back is cut as well.
      await until("it is back", () => heard.at(-1)?.[0] === `cut ${round}`)
    }
    await Promise.all(calls)
    await until("all arrived", () => heard.length === 165)
    expect(heard.flat()).toEqual(
      Array.from({ length: 15 }, (_, round) => [
        ...Array.from({ length: 10 }, (_unused, i) => round * 10 + i),
        `cut ${round}`
      ]).flat()
    )
    expect(got).toEqual(Array.from({ length: 150 }, (_, i) => i))
    expect(client.state).toBe(HubConnectionState.Connected)
    expect(hub.hub.connections).toBe(1)
  })

  it("starts over when the hub no longer has it", async () => {
    const hub = await startHub()
    const cable = await startCable(hub.port)
    const client = await connect(cable.url, { statefulReconnect: true, automaticReconnect: true })
    const first = client.connectionId
    const reconnected = new Promise<string | undefined>((resolve) => client.onreconnected(resolve))
    hub.hub.reconnectAll("Events may have been missed.")
    expect(await reconnected).not.toBe(first)
    expect(await client.invoke("echo", 1)).toBe(1)
    const closed = new Promise<Error | undefined>((resolve) => client.onclose(resolve))
    hub.hub.closeSession(people.ann.sessionId, "Signed out.")
    expect((await closed)?.message).toContain("Signed out.")
  })

  it("ends at once when it stops", async () => {
    const hub = await startHub()
    const client = await connect(hub.url, { statefulReconnect: true })
    await client.stop()
    await until("the hub has let go", () => hub.hub.connections === 0)
  })
})

describe("the sequence", () => {
  const handshake2 = `{"protocol":"json","version":2}${END}`

  const openStateful = async (
    hub: TestHub,
    version: 1 | 2 = 2
  ): Promise<{ readonly id: string; readonly raw: RawSocket }> => {
    const { connectionToken: id } = await negotiate(hub, { query: { useStatefulReconnect: "true" } })
    const raw = await openSocket(hub, { id })
    raw.socket.send(version === 2 ? handshake2 : handshake2.replace("2", "1"))
    await until("the handshake is answered", () => raw.frames.length === 1)
    return { id, raw }
  }

  const lose = async (raw: RawSocket, hub: TestHub): Promise<void> => {
    const before = hub.logs.length
    raw.socket.terminate()
    await until("the server has noticed", () => hub.logs.length > before)
  }

  it("begins with the first message not acknowledged, which are then sent again", async () => {
    const hub = await startHub()
    const { id, raw } = await openStateful(hub)
    for (const n of [1, 2, 3, 4]) hub.hub.sendToUser(1, "count", [n])
    await until("they arrived", () => raw.frames.length === 5)
    raw.send({ type: 8, sequenceId: 2 })
    raw.send({ type: 1, invocationId: "1", target: "echo", arguments: ["one"] })
    await until("it is completed", () => raw.frames.length === 6)
    await lose(raw, hub)
    hub.hub.sendToUser(1, "count", [5])

    const again = await openSocket(hub, { id })
    await until("it was sent again", () => again.frames.length === 5)
    expect(again.messages()).toEqual([
      { type: 9, sequenceId: 3 },
      { type: 1, target: "count", arguments: [3] },
      { type: 1, target: "count", arguments: [4] },
      { type: 3, invocationId: "1", result: "one" },
      { type: 1, target: "count", arguments: [5] }
    ])
    // Nothing counts before the client has named its own sequence; what it repeats is passed over.
    again.send({ type: 1, invocationId: "early", target: "echo", arguments: ["early"] })
    again.send({ type: 9, sequenceId: 1 })
    again.send({ type: 1, invocationId: "1", target: "echo", arguments: ["one"] })
    again.send({ type: 1, invocationId: "2", target: "echo", arguments: ["two"] })
    await until("the new one is completed", () => again.frames.length === 6)
    expect(again.messages()[5]).toEqual({ type: 3, invocationId: "2", result: "two" })
    hub.clock.advance(1_000)
    await until("it is acknowledged", () => again.frames.length === 7)
    expect(again.messages()[6]).toEqual({ type: 8, sequenceId: 2 })
  })

  it("that begins again with what was acknowledged has it acknowledged again", async () => {
    const hub = await startHub()
    const { id, raw } = await openStateful(hub)
    raw.send(
      { type: 1, target: "nothing", arguments: [] },
      { type: 1, invocationId: "2", target: "nothing", arguments: [] }
    )
    await until("they are carried out", () => raw.frames.length === 2)
    hub.clock.advance(1_000)
    await until("they are acknowledged", () => raw.frames.length === 3)
    expect(raw.messages()[2]).toEqual({ type: 8, sequenceId: 2 })
    // Half a message, which the client sends again whole.
    raw.socket.send('{"type":1,"tar')
    raw.socket.ping()
    await new Promise((resolve) => raw.socket.once("pong", resolve))
    await lose(raw, hub)
    const again = await openSocket(hub, { id })
    again.send({ type: 9, sequenceId: 1 }, { type: 1, target: "nothing", arguments: [] })
    again.send({ type: 1, invocationId: "2", target: "nothing", arguments: [] })
    again.socket.ping()
    await new Promise((resolve) => again.socket.once("pong", resolve))
    hub.clock.advance(1_000)
    await until("it is said again", () => again.frames.length === 3)
    expect(again.messages().map((message) => message["type"])).toEqual([9, 3, 8])
    expect(again.messages()[2]).toEqual({ type: 8, sequenceId: 2 })
  })

  it("with nothing left to send again names the next message", async () => {
    const hub = await startHub()
    const { id, raw } = await openStateful(hub)
    hub.hub.sendToUser(1, "count", [1])
    raw.send({ type: 8, sequenceId: 1 }, { type: 1, invocationId: "1", target: "nothing", arguments: [] })
    await until("it is completed", () => raw.frames.length === 3)
    raw.send({ type: 8, sequenceId: 2 }, { type: 8, sequenceId: 1 }, { type: 8, sequenceId: 900 })
    raw.socket.ping()
    await new Promise((resolve) => raw.socket.once("pong", resolve))
    await lose(raw, hub)
    const again = await openSocket(hub, { id })
    await until("it began", () => again.frames.length === 1)
    expect(again.messages()).toEqual([{ type: 9, sequenceId: 3 }])
  })

  it("that leaves something out is a broken protocol", async () => {
    const hub = await startHub()
    const { id, raw } = await openStateful(hub)
    await lose(raw, hub)
    const again = await openSocket(hub, { id })
    again.send({ type: 9, sequenceId: 2 })
    await again.closed
    expect(again.messages().at(-1)).toEqual({ type: 7, error: "The sequence leaves out messages." })
    expect(await refusedUpgrade(hub, { id })).toMatchObject({ status: 404 })
  })

  it("continues on a new socket even before the server has noticed the loss of the old", async () => {
    const hub = await startHub()
    const { id, raw } = await openStateful(hub)
    const again = await openSocket(hub, { id })
    expect((await raw.closed).code).toBe(1006)
    again.send({ type: 9, sequenceId: 1 }, { type: 1, invocationId: "1", target: "echo", arguments: [1] })
    await until("it works", () => again.frames.length === 2)
    expect(hub.hub.connections).toBe(1)
  })

  it("is only for the session that began it", async () => {
    const hub = await startHub()
    const { id, raw } = await openStateful(hub)
    await lose(raw, hub)
    expect(await refusedUpgrade(hub, { id, token: people.bob.token })).toMatchObject({ status: 404 })
    hub.hub.closeSession(people.ann.sessionId, "Signed out.")
    expect(await refusedUpgrade(hub, { id })).toMatchObject({ status: 401 })
    expect(hub.hub.connections).toBe(0)
  })

  it("waits 30 s for the client and no longer", async () => {
    const hub = await startHub()
    const { raw } = await openStateful(hub)
    await lose(raw, hub)
    hub.clock.advance(29_000)
    expect(hub.hub.connections).toBe(1)
    hub.clock.advance(1_000)
    expect(hub.hub.connections).toBe(0)
  })

  it("ends when more is unacknowledged than may be kept; a connection that still reads goes on", async () => {
    const hub = await startHub({ maxBufferedBytes: 10_000 })
    const { id, raw } = await openStateful(hub)
    for (let n = 0; n < 30; n++) {
      hub.hub.sendToUser(1, "count", ["x".repeat(1000)])
      await until("it arrived", () => raw.frames.length === n + 2)
    }
    expect(hub.hub.connections).toBe(1)
    raw.socket.terminate()
    await until("it is over", () => hub.hub.connections === 0)
    expect(await refusedUpgrade(hub, { id })).toMatchObject({ status: 404 })

    const lost = await openStateful(hub)
    await lose(lost.raw, hub)
    for (let n = 0; n < 11; n++) hub.hub.sendToUser(1, "count", ["x".repeat(1000)])
    expect(hub.hub.connections).toBe(0)
  })

  it("is not kept for those who did not ask, or speak version 1", async () => {
    const hub = await startHub()
    const { raw } = await openStateful(hub, 1)
    raw.socket.terminate()
    await until("it is over", () => hub.hub.connections === 0)
    const plain = await openHub(hub)
    plain.socket.terminate()
    await until("it is over", () => hub.hub.connections === 0)
  })
})
