import { request } from "node:http"
import { describe, expect, it } from "vitest"
import { people, startHub, type TestHub, until } from "./hubHarness.ts"
import { ask, END, handshake, negotiate, type RawAnswer } from "./rawHub.ts"

const poll = (hub: TestHub, id: string): Promise<RawAnswer> => ask(hub, { query: { id } })

const post = (hub: TestHub, id: string, ...messages: ReadonlyArray<unknown>): Promise<RawAnswer> =>
  ask(hub, { method: "POST", query: { id }, body: messages.map((message) => JSON.stringify(message) + END).join("") })

/** Opens long polling and completes the handshake. */
const open = async (hub: TestHub): Promise<string> => {
  const { connectionToken: id } = await negotiate(hub)
  await poll(hub, id)
  await ask(hub, { method: "POST", query: { id }, body: handshake })
  expect(await poll(hub, id)).toMatchObject({ status: 200, body: `{}${END}` })
  return id
}

/** A poll that the server has received and holds. */
const waitingPoll = async (hub: TestHub, id: string): Promise<{ readonly answer: Promise<RawAnswer> }> => {
  const before = hub.admitted.length
  const answer = poll(hub, id)
  await until("the server has the poll", () => hub.admitted.length > before)
  return { answer }
}

describe("long polling", () => {
  it("answers the first poll immediately, empty", async () => {
    const hub = await startHub()
    const { connectionToken: id } = await negotiate(hub)
    expect(await poll(hub, id)).toMatchObject({
      status: 200,
      body: "",
      headers: { "content-length": "0", "cache-control": "no-cache, no-store" }
    })
  })

  it("answers a waiting poll with the next message, and a later one with all messages since", async () => {
    const hub = await startHub()
    const id = await open(hub)
    await post(hub, id, { type: 1, target: "join", arguments: ["g"] })
    const waiting = await waitingPoll(hub, id)
    await post(hub, id, { type: 1, invocationId: "1", target: "echo", arguments: ["é"] })
    expect((await waiting.answer).body).toBe(`{"type":3,"invocationId":"1","result":"é"}${END}`)
    for (const n of [1, 2, 3]) hub.hub.sendToGroup("g", "count", [n])
    expect(await poll(hub, id)).toMatchObject({
      status: 200,
      body: [1, 2, 3].map((n) => `{"type":1,"target":"count","arguments":[${n}]}${END}`).join("")
    })
  })

  it("without an id is 400, with an unknown one 404", async () => {
    const hub = await startHub()
    for (const method of ["GET", "DELETE"]) {
      expect(await ask(hub, { method })).toMatchObject({ status: 400, body: "The connection id is missing." })
      expect(await ask(hub, { method, query: { id: "unknown" } })).toMatchObject({ status: 404 })
    }
  })

  it("ends a poll with 204 when the next one arrives, which gets the messages", async () => {
    const hub = await startHub()
    const id = await open(hub)
    const first = await waitingPoll(hub, id)
    const second = await waitingPoll(hub, id)
    expect(await first.answer).toMatchObject({ status: 204, body: "" })
    await post(hub, id, { type: 1, invocationId: "1", target: "echo", arguments: [1] })
    expect((await second.answer).body).toContain('"result":1')
    expect(hub.hub.connections).toBe(1)
  })

  it("ends with DELETE: the waiting poll gets 204, and the connection is gone", async () => {
    const hub = await startHub()
    const id = await open(hub)
    const waiting = await waitingPoll(hub, id)
    expect(await ask(hub, { method: "DELETE", query: { id } })).toMatchObject({ status: 202, body: "" })
    expect(await waiting.answer).toMatchObject({ status: 204 })
    expect(hub.hub.connections).toBe(0)
    expect(await poll(hub, id)).toMatchObject({ status: 404 })
    expect(await post(hub, id, { type: 6 })).toMatchObject({ status: 404 })
    expect(await ask(hub, { method: "DELETE", query: { id } })).toMatchObject({ status: 404 })
  })

  it("answers 204 after it is closed and the last message is read, even if the session has ended", async () => {
    const hub = await startHub()
    const id = await open(hub)
    await post(hub, id, { type: 1, target: "join", arguments: ["g"] })
    hub.hub.sendToGroup("g", "count", [1])
    hub.hub.closeSession(people.ann.sessionId, "Signed out.")
    hub.hub.sendToGroup("g", "count", ["too late"])
    const last = await poll(hub, id)
    expect(last).toMatchObject({
      status: 200,
      body: `{"type":1,"target":"count","arguments":[1]}${END}{"type":7,"error":"Signed out."}${END}`
    })
    expect(await poll(hub, id)).toMatchObject({ status: 204 })
    expect(await poll(hub, id)).toMatchObject({ status: 401 })
  })

  it("answers 204 after the client closed it", async () => {
    const hub = await startHub()
    const id = await open(hub)
    await post(hub, id, { type: 7 })
    expect(await poll(hub, id)).toMatchObject({ status: 204 })
    expect(await poll(hub, id)).toMatchObject({ status: 404 })
  })

  it("reports a refused handshake, then ends", async () => {
    const hub = await startHub()
    const { connectionToken: id } = await negotiate(hub)
    await poll(hub, id)
    await post(hub, id, { protocol: "messagepack", version: 1 })
    expect(await poll(hub, id)).toMatchObject({
      status: 200,
      body: `{"error":"Only the 'json' protocol is supported."}${END}`
    })
    expect(await poll(hub, id)).toMatchObject({ status: 204 })
  })

  it("keeps messages that arrive while a poll breaks off", async () => {
    const hub = await startHub()
    const id = await open(hub)
    await post(hub, id, { type: 1, target: "join", arguments: ["g"] })
    const headers = { authorization: `Bearer ${people.ann.token}` }
    const broken = request(`${hub.url}?id=${id}`, { headers }).end()
    broken.on("error", () => undefined)
    await until("the server has the poll", () => hub.admitted.at(-1) === "poll")
    const before = hub.over()
    broken.destroy()
    await until("the server has noticed", () => hub.over() > before)
    hub.hub.sendToGroup("g", "count", [7])
    expect((await poll(hub, id)).body).toContain("[7]")
  })
})
