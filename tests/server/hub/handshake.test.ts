import { describe, expect, it } from "vitest"
import { people, startHub, until } from "./hubHarness.ts"
import { ask, END, handshake, negotiate, openHub, openSocket, refusedUpgrade } from "./rawHub.ts"

describe("a WebSocket", () => {
  it("is 409 for a connection that has one", async () => {
    const hub = await startHub()
    const { connectionToken: id } = await negotiate(hub)
    const first = await openSocket(hub, { id })
    expect(await refusedUpgrade(hub, { id })).toMatchObject({ status: 409 })
    first.socket.send(handshake)
    await until("it is answered", () => first.frames.length === 1)
    expect(await refusedUpgrade(hub, { id })).toMatchObject({ status: 409 })
    first.send({ type: 1, invocationId: "a", target: "echo", arguments: [1] })
    await until("the first still works", () => first.frames.length === 2)
  })

  it("without an id, or with one of an ended connection or of another server, gets its own connection", async () => {
    const [hub, other] = [await startHub(), await startHub()]
    await openHub(hub)
    await openHub(hub, { token: people.bob.token })
    const { connectionToken: id } = await negotiate(hub)
    const first = await openHub(hub, { id })
    first.socket.close()
    await until("it has ended", () => hub.hub.connections === 2)
    await openHub(hub, { id })
    await openHub(hub, { id: (await negotiate(other)).connectionToken })
    expect(hub.hub.connections).toBe(4)
    expect(other.hub.connections).toBe(0)
  })

  it("excludes posts, polls and event streams", async () => {
    const hub = await startHub()
    const { connectionToken: id } = await negotiate(hub)
    await openHub(hub, { id })
    expect(await ask(hub, { method: "POST", query: { id }, body: handshake })).toMatchObject({ status: 409 })
    expect(await ask(hub, { query: { id } })).toMatchObject({ status: 409 })
    expect(await ask(hub, { query: { id }, headers: { accept: "text/event-stream" } })).toMatchObject({ status: 409 })
    expect(await ask(hub, { method: "DELETE", query: { id } })).toMatchObject({ status: 405 })
  })

  it("at a path that is not the hub's is refused", async () => {
    const hub = await startHub()
    const at = (url: string): typeof hub => ({ ...hub, url })
    expect(await refusedUpgrade(at(`${hub.url}/negotiate`))).toMatchObject({ status: 404 })
    expect(await refusedUpgrade(at(`${hub.url}/elsewhere`))).toMatchObject({ status: 404 })
    await expect(refusedUpgrade(at(`http://127.0.0.1:${hub.port}/api/locks`))).rejects.toThrow("socket hang up")
  })
})

describe("the handshake", () => {
  it("is answered with an empty object, however it is split into frames", async () => {
    const hub = await startHub()
    const { connectionToken: id } = await negotiate(hub)
    const { frames, socket } = await openSocket(hub, { id })
    for (const character of handshake) socket.send(character)
    await until("it is answered", () => frames.length > 0)
    expect(frames).toEqual([`{}${END}`])
    expect(hub.hub.connections).toBe(1)
  })

  it("can arrive in one frame with the first messages", async () => {
    const hub = await startHub()
    const raw = await openSocket(hub)
    const call = (invocationId: string): string =>
      JSON.stringify({ type: 1, invocationId, target: "echo", arguments: [invocationId] })
    raw.socket.send(handshake + call("1") + END + call("2") + END + call("3").slice(0, 20))
    raw.socket.send(call("3").slice(20) + END)
    await until("all is answered", () => raw.frames.length === 4)
    expect(raw.messages()).toEqual([{}, ...["1", "2", "3"].map((id) => ({ type: 3, invocationId: id, result: id }))])
  })

  it.each([
    ["another protocol", { protocol: "messagepack", version: 1 }, "Only the 'json' protocol is supported."],
    ["a later version", { protocol: "json", version: 3 }, "Only versions 1 and 2 of the protocol are supported."],
    [
      "a version of the wrong type",
      { protocol: "json", version: "1" },
      "Only versions 1 and 2 of the protocol are supported."
    ],
    ["no version", { protocol: "json" }, "Only versions 1 and 2 of the protocol are supported."],
    ["no protocol", { type: 1, target: "echo", arguments: [] }, "The handshake names no protocol."],
    ["a list", [1, 2], "A message is not a JSON object."],
    ["null", null, "A message is not a JSON object."]
  ])("with %s is refused with an error, and the socket closed", async (_, request, error) => {
    const hub = await startHub()
    const raw = await openSocket(hub)
    raw.send(request, { type: 1, invocationId: "1", target: "echo", arguments: [] })
    expect(await raw.closed).toMatchObject({ code: 1000 })
    expect(raw.messages()).toEqual([{ error }])
    expect(hub.hub.connections).toBe(0)
  })

  it("with invalid JSON is refused with an error", async () => {
    const hub = await startHub()
    const raw = await openSocket(hub)
    raw.socket.send(`{"protocol"${END}`)
    await raw.closed
    expect(raw.messages()).toEqual([{ error: "A message is not valid JSON." }])
  })

  it("that is too late is refused with an error", async () => {
    const hub = await startHub()
    const raw = await openSocket(hub)
    raw.socket.send(handshake.slice(0, 5))
    await until("the server holds it", () => raw.socket.bufferedAmount === 0)
    hub.clock.advance(14_000)
    expect(raw.frames).toEqual([])
    hub.clock.advance(1_000)
    await raw.closed
    expect(raw.messages()).toEqual([{ error: "The handshake took too long." }])
  })
})
