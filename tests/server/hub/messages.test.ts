import { describe, expect, it } from "vitest"
import { startHub, until } from "./hubHarness.ts"
import { END, openHub, type RawSocket } from "./rawHub.ts"

/** Invokes a method and waits for its completion, which must be the next message. */
const call = async (raw: RawSocket, message: Record<string, unknown>): Promise<unknown> => {
  const before = raw.frames.length
  raw.send(message)
  await until("it is completed", () => raw.frames.length > before)
  return raw.messages()[before]
}

describe("type 1, invocation", () => {
  it("is completed with a result or an error, never both", async () => {
    const raw = await openHub(await startHub())
    expect(await call(raw, { type: 1, invocationId: "r", target: "echo", arguments: [[1, "é"]] })).toEqual({
      type: 3,
      invocationId: "r",
      result: [1, "é"]
    })
    expect(await call(raw, { type: 1, invocationId: "n", target: "nothing", arguments: [] })).toEqual({
      type: 3,
      invocationId: "n"
    })
    expect(await call(raw, { type: 1, invocationId: "e", target: "refuse", arguments: [] })).toEqual({
      type: 3,
      invocationId: "e",
      error: "Not today."
    })
  })

  it("with an unknown target is completed with an error", async () => {
    const raw = await openHub(await startHub())
    for (const target of ["nowhere", "toString", "__proto__", "hasOwnProperty"]) {
      expect(await call(raw, { type: 1, invocationId: "x", target, arguments: [] })).toEqual({
        type: 3,
        invocationId: "x",
        error: "Unknown hub method."
      })
    }
  })

  it("without an id gets no reply in any case", async () => {
    const raw = await openHub(await startHub())
    for (const target of ["echo", "refuse", "fail", "nowhere", "bigNumber"])
      raw.send({ type: 1, target, arguments: [1] })
    raw.send({ type: 1, invocationId: null, target: "echo", arguments: [1] })
    await call(raw, { type: 1, invocationId: "last", target: "echo", arguments: ["after all of them"] })
    expect(raw.messages()).toEqual([{}, { type: 3, invocationId: "last", result: "after all of them" }])
  })

  it("runs after the previous one, in the order sent", async () => {
    const gates: Array<() => void> = []
    const raw = await openHub(
      await startHub({
        methods: {
          gated: async (_, args) => {
            await new Promise<void>((resolve) => gates.push(resolve))
            return args[0]
          }
        }
      })
    )
    for (const id of ["1", "2", "3"]) raw.send({ type: 1, invocationId: id, target: "gated", arguments: [id] })
    for (let i = 0; i < 3; i++) {
      await until("the next has begun", () => gates.length === i + 1)
      expect(raw.frames).toHaveLength(i + 1)
      gates[i]?.()
    }
    await until("all are completed", () => raw.frames.length === 4)
    expect(raw.messages().map((message) => message["result"])).toEqual([undefined, "1", "2", "3"])
  })

  it("joins no group if it ends after its client has gone", async () => {
    const gates: Array<() => void> = []
    let ended = false
    const hub = await startHub({
      methods: {
        joinLate: async (connection) => {
          await new Promise<void>((resolve) => gates.push(resolve))
          connection.joinGroup("g")
          ended = true
          return connection.bindSession("session-of-nobody")
        }
      }
    })
    const raw = await openHub(hub)
    raw.send({ type: 1, target: "joinLate", arguments: [] })
    await until("it runs", () => gates.length === 1)
    raw.socket.terminate()
    await until("the hub has let go", () => hub.hub.connections === 0)
    gates[0]?.()
    await until("it ended", () => ended)
    expect(hub.hub.inGroup("g")).toEqual([])
  })

  it("is answered completely at every length at which a frame's header changes", async () => {
    const raw = await openHub(await startHub({ methods: { text: async (_, args) => "x".repeat(Number(args[0])) } }))
    const around = `{"type":3,"invocationId":"1","result":""}${END}`.length
    for (const length of [125, 126, 127, 65_535, 65_536, 65_537, 1_000_000]) {
      const before = raw.frames.length
      raw.send({ type: 1, invocationId: "1", target: "text", arguments: [length - around] })
      await until("it is completed", () => raw.frames.length > before)
      expect(raw.frames[before]).toHaveLength(length)
      expect(raw.messages()[before]).toEqual({ type: 3, invocationId: "1", result: "x".repeat(length - around) })
    }
  })

  it("that uploads streams is refused, and the uploads are ignored", async () => {
    const raw = await openHub(await startHub())
    expect(
      await call(raw, { type: 1, invocationId: "u", target: "echo", arguments: [], streamIds: ["s1"] })
    ).toMatchObject({ invocationId: "u", error: "This hub takes no uploaded streams." })
    raw.send({ type: 2, invocationId: "s1", item: 1 }, { type: 3, invocationId: "s1" })
    expect(await call(raw, { type: 1, invocationId: "2", target: "echo", arguments: [2] })).toMatchObject({ result: 2 })
  })
})

describe("types 4, 2 and 5, streams", () => {
  it("are not supported: a requested one is completed with an error, and its cancellation ignored", async () => {
    const raw = await openHub(await startHub())
    expect(await call(raw, { type: 4, invocationId: "s", target: "echo", arguments: [1] })).toEqual({
      type: 3,
      invocationId: "s",
      error: "This hub has no streams; invoke the method."
    })
    raw.send({ type: 5, invocationId: "s" }, { type: 5 })
    expect(await call(raw, { type: 1, invocationId: "2", target: "echo", arguments: [2] })).toMatchObject({ result: 2 })
    expect(raw.frames).toHaveLength(3)
  })
})

describe("types 6 to 9 and beyond", () => {
  it("6 (ping), unexpected 8 and 9, and types of later protocols have no effect", async () => {
    const raw = await openHub(await startHub())
    raw.send({ type: 6 }, { type: 8, sequenceId: 4 }, { type: 9, sequenceId: 4 }, { type: 10, x: 1 }, { type: 99 })
    expect(
      await call(raw, { type: 1, invocationId: "1", target: "echo", arguments: [1], headers: { trace: "x" } })
    ).toMatchObject({ result: 1 })
    expect(raw.frames).toHaveLength(2)
  })

  it("7 (close) ends the connection, and nothing after it counts", async () => {
    let called = false
    const hub = await startHub({
      methods: {
        late: async () => {
          called = true
        }
      }
    })
    const raw = await openHub(hub)
    raw.send({ type: 7 }, { type: 1, invocationId: "1", target: "late", arguments: [] })
    expect(await raw.closed).toMatchObject({ code: 1000 })
    expect(raw.messages()).toEqual([{}])
    expect(called).toBe(false)
    expect(hub.hub.connections).toBe(0)
  })

  it("7 is sent to clients when the server closes", async () => {
    const hub = await startHub()
    const raw = await openHub(hub)
    const closed = hub.hub.closeAll("The server is restarting.")
    expect(await raw.closed).toMatchObject({ code: 1000 })
    expect(raw.messages()[1]).toEqual({ type: 7, error: "The server is restarting.", allowReconnect: true })
    await closed
  })

  it("7 waits for an unanswered close only for the grace period", async () => {
    const hub = await startHub()
    const raw = await openHub(hub)
    raw.socket.pause()
    let closed = false
    void hub.hub.closeAll("The server is restarting.").then(() => {
      closed = true
    })
    hub.clock.advance(4_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(closed).toBe(false)
    hub.clock.advance(1_000)
    await until("it gave up", () => closed)
  })
})

describe("an invalid message", () => {
  it.each([
    ["invalid JSON", "{", "A message is not valid JSON."],
    ["nothing", "", "A message is not valid JSON."],
    ["a text", '"hello"', "A message is not a JSON object."],
    ["a list", "[]", "A message is not a JSON object."],
    ["no type", "{}", "A message needs 'type', a whole number."],
    ["a type of the wrong type", '{"type":"1"}', "A message needs 'type', a whole number."],
    ["a broken type", '{"type":1.5}', "A message needs 'type', a whole number."],
    ["no target", '{"type":1,"arguments":[]}', "A message needs 'target', a text that is not empty."],
    ["an empty target", '{"type":1,"target":"","arguments":[]}', "A message needs 'target', a text that is not empty."],
    [
      "arguments that are not a list",
      '{"type":1,"target":"echo","arguments":{}}',
      "'arguments' of a message is not an array."
    ],
    [
      "an id that is not text",
      '{"type":1,"invocationId":1,"target":"echo","arguments":[]}',
      "A message needs 'invocationId', a text that is not empty."
    ],
    [
      "a stream without an id",
      '{"type":4,"target":"echo","arguments":[]}',
      "A message needs 'invocationId', a text that is not empty."
    ],
    [
      "stream ids that are not a list",
      '{"type":1,"target":"echo","arguments":[],"streamIds":7}',
      "'streamIds' of a message is not an array."
    ],
    [
      "both a result and an error",
      '{"type":3,"invocationId":"1","result":1,"error":"x"}',
      "A completion carries a result or an error, never both."
    ]
  ])("%s closes the connection with the problem", async (_, record, error) => {
    const hub = await startHub()
    const raw = await openHub(hub)
    raw.socket.send(record + END)
    expect(await raw.closed).toMatchObject({ code: 1000 })
    expect(raw.messages()[1]).toEqual({ type: 7, error })
    expect(hub.hub.connections).toBe(0)
  })
})
