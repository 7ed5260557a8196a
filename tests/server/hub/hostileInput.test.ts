import fc from "../../support/properties.ts"
import { connect as connectTcp } from "node:net"
import { describe, expect, it } from "vitest"
import { people, startHub, type TestHub, until } from "./hubHarness.ts"
import { ask, END, handshake, negotiate, openHub, openSocket } from "./rawHub.ts"

/** Checks that the hub still serves others. */
const expectAlive = async (hub: TestHub): Promise<void> => {
  const raw = await openHub(hub, { token: people.eve.token })
  raw.send({ type: 1, invocationId: "1", target: "echo", arguments: ["alive"] })
  await until("it answers", () => raw.frames.length === 2)
  expect(raw.messages()[1]).toEqual({ type: 3, invocationId: "1", result: "alive" })
  raw.socket.terminate()
}

describe("hostile input", () => {
  it("a message over the size limit ends its connection, whole or in pieces", async () => {
    const hub = await startHub({ maxMessageBytes: 1000 })
    const error = "A message may be at most 1000 bytes."
    const whole = await openHub(hub)
    whole.socket.send(JSON.stringify({ type: 1, target: "echo", arguments: ["x".repeat(1000)] }) + END)
    await whole.closed
    expect(whole.messages()[1]).toEqual({ type: 7, error })

    const pieces = await openHub(hub)
    for (let i = 0; i < 11; i++) pieces.socket.send("y".repeat(100))
    await pieces.closed
    expect(pieces.messages()[1]).toEqual({ type: 7, error })

    const handshaking = await openSocket(hub)
    handshaking.socket.send("z".repeat(1001))
    await handshaking.closed
    expect(handshaking.messages()).toEqual([{ error }])
    await expectAlive(hub)
  })

  it("a frame larger than eight messages is cut off by its size", async () => {
    const hub = await startHub({ maxMessageBytes: 1000 })
    const raw = await openHub(hub)
    raw.socket.send("x".repeat(8001))
    expect(await raw.closed).toMatchObject({ code: 1009 })
    await expectAlive(hub)
  })

  it("many small messages in one frame are all handled", async () => {
    const hub = await startHub({ maxMessageBytes: 1000 })
    const raw = await openHub(hub)
    raw.send(
      ...Array.from({ length: 60 }, (_, i) => ({ type: 1, invocationId: `${i}`, target: "echo", arguments: [i] }))
    )
    await until("all are completed", () => raw.frames.length === 61)
    expect(
      raw
        .messages()
        .slice(1)
        .map((message) => message["result"])
    ).toEqual(Array.from({ length: 60 }, (_, i) => i))
  })

  it("reading pauses while too many calls wait, over any transport", async () => {
    const gates: Array<() => void> = []
    const hub = await startHub({
      maxPendingInvocations: 10,
      methods: { gated: () => new Promise<void>((resolve) => gates.push(resolve)) }
    })
    const call = (i: number, padding = ""): unknown => ({
      type: 1,
      invocationId: `${i}`,
      target: "gated",
      arguments: [padding]
    })
    const raw = await openHub(hub)
    // More than the operating system's buffers hold.
    for (let i = 0; i < 800; i++) raw.send(call(i, "x".repeat(30_000)))
    let before = -1
    while (before !== raw.socket.bufferedAmount) {
      before = raw.socket.bufferedAmount
      await expectAlive(hub)
    }
    expect(before).toBeGreaterThan(1_000_000)

    const { connectionToken: id } = await negotiate(hub)
    await ask(hub, { query: { id } })
    await ask(hub, { method: "POST", query: { id }, body: handshake })
    let answered = false
    const body = Array.from({ length: 20 }, (_, i) => JSON.stringify(call(i)) + END).join("")
    const posted = ask(hub, { method: "POST", query: { id }, body }).then((answer) => {
      answered = true
      return answer
    })
    await until("both have begun", () => gates.length === 2)
    await expectAlive(hub)
    expect(answered).toBe(false)
    for (let done = 0; done < 820; done++) {
      await until("the next has begun", () => gates.length > done)
      gates[done]?.()
    }
    expect(await posted).toMatchObject({ status: 200 })
    await until("all are completed", () => raw.frames.length === 801)
    expect(
      raw
        .messages()
        .slice(1)
        .map((message) => message["invocationId"])
    ).toEqual(Array.from({ length: 800 }, (_, i) => `${i}`))
  })

  it("a client that disconnects while reading is paused is removed", async () => {
    const hub = await startHub({
      maxPendingInvocations: 2,
      methods: { never: () => new Promise(() => undefined) }
    })
    const raw = await openHub(hub)
    for (let i = 0; i < 10; i++) raw.send({ type: 1, target: "never", arguments: [] })
    await expectAlive(hub)
    hub.hub.closeSession(people.ann.sessionId, "Signed out.")
    expect(await raw.closed).toMatchObject({ code: 1000 })
    expect(raw.messages().at(-1)).toEqual({ type: 7, error: "Signed out." })
  })

  it("binary frames are refused", async () => {
    const hub = await startHub()
    const raw = await openHub(hub)
    raw.socket.send(Buffer.from([0x01, 0x91, 0x06]), { binary: true })
    await raw.closed
    expect(raw.messages()[1]).toEqual({ type: 7, error: "Only text frames are accepted." })
    await expectAlive(hub)
  })

  it("deep nesting is neither followed nor fatal", async () => {
    const hub = await startHub({ maxMessageBytes: 4_000_000 })
    const raw = await openHub(hub)
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000)
    raw.socket.send(`{"type":1,"invocationId":"deep","target":"echo","arguments":[${deep}]}${END}`)
    await until("it is answered", () => raw.frames.length === 2)
    expect(raw.messages()[1]).toEqual(
      expect.objectContaining({ type: 3, invocationId: "deep", error: "The server could not carry out the call." })
    )
    await expectAlive(hub)
  })

  it("bytes that are not WebSocket frames end the socket", async () => {
    const hub = await startHub()
    const unmasked = [0x81, 0x01, 0x41]
    const brokenText = [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]
    const garbages = [[0xff, 0xff, 0x00], unmasked, brokenText].map((bytes) => Buffer.from(bytes))
    for (const garbage of [...garbages, Buffer.from("GET / HTTP/1.1\r\n\r\n")]) {
      // A half-open socket that the client never ends, as an attacker's might.
      const socket = connectTcp({ port: hub.port, host: "127.0.0.1", allowHalfOpen: true })
      socket.on("data", (data) => {
        if (data.toString().startsWith("HTTP/1.1 101")) socket.write(garbage)
      })
      socket.write(
        `GET /api/hub HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${people.ann.token}\r\nConnection: Upgrade\r\n` +
          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      )
      await until("it is found out", () => /broke its transport: WS_ERR_/.test(hub.logs.at(-1)?.message ?? ""))
      hub.clock.advance(5_000)
      await until("it is cut off", () => /did not read its close/.test(hub.logs.at(-1)?.message ?? ""))
      socket.destroy()
    }
    expect(hub.hub.connections).toBe(0)
    await expectAlive(hub)
  })

  it("upgrades that are not WebSockets, and sockets that disappear meanwhile, do no harm", async () => {
    const waiting: Array<() => void> = []
    let hold = false
    const hub = await startHub({
      authenticate: async () => {
        if (hold) await new Promise<void>((resolve) => waiting.push(resolve))
        return { session: people.ann, ...people.ann }
      }
    })
    const bad = await ask(hub, { headers: { connection: "Upgrade", upgrade: "h2c" } })
    expect(bad.status).toBe(400)
    hold = true
    const socket = connectTcp(hub.port, "127.0.0.1")
    socket.write(
      "GET /api/hub HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    await until("its session is being checked", () => waiting.length === 1)
    socket.resetAndDestroy()
    await until("the server has noticed", () => hub.sockets() === 0)
    hold = false
    waiting[0]?.()
    await expectAlive(hub)
    expect(hub.hub.connections).toBeLessThanOrEqual(1)
    expect(hub.logs.filter((line) => line.level === "error")).toEqual([])
  })

  it("posts that are too large, broken off or not text end with a status, not with the process", async () => {
    const hub = await startHub({ maxMessageBytes: 1000 })
    const { connectionToken: id } = await negotiate(hub)
    await ask(hub, { query: { id } })
    await ask(hub, { method: "POST", query: { id }, body: handshake })
    const notText = Buffer.from(`{"type":1,"invocationId":"1","target":"echo","arguments":["\xc3("]}${END}`, "latin1")
    expect(await ask(hub, { method: "POST", query: { id }, body: notText })).toMatchObject({ status: 200 })
    expect((await ask(hub, { query: { id } })).body).toBe(
      `{}${END}{"type":7,"error":"A message is not valid JSON."}${END}`
    )

    const { connectionToken: large } = await negotiate(hub)
    await ask(hub, { query: { id: large } })
    expect(await ask(hub, { method: "POST", query: { id: large }, body: "x".repeat(100_000) })).toMatchObject({
      status: 413
    })
    await expectAlive(hub)
  })

  it("a flood of connections stops at the limit, and ends with its client", async () => {
    const hub = await startHub({ maxConnections: 50, maxConnectionsPerUser: 30 })
    const attempts = await Promise.allSettled(Array.from({ length: 80 }, () => openHub(hub)))
    expect(attempts.filter((attempt) => attempt.status === "fulfilled")).toHaveLength(30)
    expect(hub.hub.connections).toBe(30)
    await expectAlive(hub)
    const negotiations = await Promise.all(
      Array.from({ length: 60 }, () => ask(hub, { method: "POST", place: "/negotiate", token: people.bob.token }))
    )
    expect(negotiations.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(20)
    for (const attempt of attempts) if (attempt.status === "fulfilled") attempt.value.socket.terminate()
    await until("they are gone", () => hub.hub.connections === 0)
    hub.clock.advance(20_000)
    await openHub(hub)
  })

  it("any input leaves the hub running", async () => {
    const hub = await startHub({ maxMessageBytes: 2000 })
    const text = fc.oneof(
      fc.string(),
      fc.json().map((json) => json + END),
      fc
        .record({ type: fc.integer({ min: -1, max: 12 }) })
        .chain((base) => fc.object().map((extra) => JSON.stringify({ ...extra, ...base }) + END))
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.boolean(), async (frames, shake) => {
        const raw = await openSocket(hub)
        if (shake) raw.socket.send(handshake)
        for (const frame of frames) raw.socket.send(frame)
        raw.socket.close()
        await raw.closed
      }),
      { numRuns: 150 }
    )
    await expectAlive(hub)
    expect(hub.logs.filter((line) => line.level === "error")).toEqual([])
  })
})
