import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { describe, expect, it } from "vitest"
import { onTestFinished } from "vitest"
import { people, startHub, type TestHub, until } from "./hubHarness.ts"
import { ask, END, handshake, negotiate, parseRecords } from "./rawHub.ts"

interface EventStream {
  readonly request: ClientRequest
  readonly response: IncomingMessage
  /** All received bytes as text. */
  readonly text: () => string
  readonly messages: () => ReadonlyArray<Record<string, unknown>>
  readonly ended: Promise<void>
}

const accept = { accept: "text/event-stream" }

const openEvents = async (hub: TestHub, id: string): Promise<EventStream> => {
  const sent = request(`${hub.url}?id=${id}&access_token=${people.ann.token}`, { headers: accept }).end()
  onTestFinished(() => void sent.destroy())
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on("response", resolve)
    sent.on("error", reject)
  })
  let text = ""
  response.setEncoding("utf8").on("data", (part: string) => {
    text += part
  })
  return {
    request: sent,
    response,
    text: () => text,
    messages: () => {
      const events = text.split("\r\n\r\n")
      expect(events.pop()).toBe("")
      return parseRecords(events.map((event) => event.replace(/^data: /, "")).join(""))
    },
    ended: new Promise((resolve) => response.on("close", resolve))
  }
}

/** Opens an event stream with a completed handshake. */
const openHub = async (hub: TestHub): Promise<EventStream & { readonly id: string }> => {
  const { connectionToken: id } = await negotiate(hub)
  const events = await openEvents(hub, id)
  expect(await ask(hub, { method: "POST", query: { id }, body: handshake })).toMatchObject({ status: 200, body: "" })
  await until("the handshake is answered", () => events.text() !== "")
  return { ...events, id }
}

describe("server-sent events", () => {
  it("arrive on a stream that starts immediately, one message per event", async () => {
    const hub = await startHub()
    const { id, messages, response, text } = await openHub(hub)
    expect(response.statusCode).toBe(200)
    expect(response.headers["content-type"]).toBe("text/event-stream")
    expect(response.headers["cache-control"]).toContain("no-store")
    const body = JSON.stringify({ type: 1, invocationId: "1", target: "echo", arguments: ["two\r\nlines\n"] }) + END
    await ask(hub, { method: "POST", query: { id }, body })
    await until("it is completed", () => messages().length === 2)
    expect(text()).toBe(
      `data: {}${END}\r\n\r\ndata: {"type":3,"invocationId":"1","result":"two\\r\\nlines\\n"}${END}\r\n\r\n`
    )
  })

  it("accept messages split and joined over posts, even inside a character", async () => {
    const hub = await startHub()
    const { id, messages } = await openHub(hub)
    const call = (text: string): Buffer =>
      Buffer.from(JSON.stringify({ type: 1, invocationId: text, target: "echo", arguments: [text] }) + END)
    const both = Buffer.concat([call("é€"), call("second")])
    const cut = both.indexOf(0xc3) + 1
    await ask(hub, { method: "POST", query: { id }, body: both.subarray(0, cut) })
    await ask(hub, { method: "POST", query: { id }, body: both.subarray(cut) })
    await until("both are completed", () => messages().length === 3)
    expect(
      messages()
        .slice(1)
        .map((message) => message["result"])
    ).toEqual(["é€", "second"])
  })

  it("need an id (400) that exists (404), once (409)", async () => {
    const hub = await startHub()
    expect(await ask(hub, { headers: accept })).toMatchObject({ status: 400, body: "The connection id is missing." })
    expect(await ask(hub, { headers: accept, query: { id: "" } })).toMatchObject({ status: 400 })
    expect(await ask(hub, { headers: accept, query: { id: "unknown" } })).toMatchObject({ status: 404 })
    const { connectionToken: id } = await negotiate(hub)
    await openEvents(hub, id)
    expect(await ask(hub, { headers: accept, query: { id } })).toMatchObject({ status: 409 })
    expect(await ask(hub, { query: { id } })).toMatchObject({ status: 409 })
  })

  it("end with their client, and posts are then 404", async () => {
    const hub = await startHub()
    const { id, request: sent } = await openHub(hub)
    expect(hub.hub.connections).toBe(1)
    sent.destroy()
    await until("the hub has let go", () => hub.hub.connections === 0)
    expect(await ask(hub, { method: "POST", query: { id }, body: handshake })).toMatchObject({ status: 404 })
  })

  it("end with a close message when the server closes them", async () => {
    const hub = await startHub()
    const { ended, messages } = await openHub(hub)
    hub.hub.closeSession(people.ann.sessionId, "Signed out.")
    await ended
    expect(messages()[1]).toEqual({ type: 7, error: "Signed out." })
  })
})

describe("posting", () => {
  it("without an id is 400, to an unknown one 404, before a transport 409", async () => {
    const hub = await startHub()
    expect(await ask(hub, { method: "POST", body: handshake })).toMatchObject({
      status: 400,
      body: "The connection id is missing."
    })
    expect(await ask(hub, { method: "POST", query: { id: "unknown" }, body: handshake })).toMatchObject({ status: 404 })
    const { connectionToken: id } = await negotiate(hub)
    expect(await ask(hub, { method: "POST", query: { id }, body: handshake })).toMatchObject({ status: 409 })
  })

  it("during another post is 409, and the connection stays", async () => {
    const hub = await startHub()
    const { id, messages } = await openHub(hub)
    const headers = { authorization: `Bearer ${people.ann.token}` }
    const before = hub.admitted.length
    const slow = request(`${hub.url}?id=${id}`, { method: "POST", headers })
    slow.flushHeaders()
    const body = JSON.stringify({ type: 1, invocationId: "1", target: "echo", arguments: [1] }) + END
    slow.write(body.slice(0, 10))
    await until("the slow one is under way", () => hub.admitted.length === before + 1)
    expect(await ask(hub, { method: "POST", query: { id }, body: "" })).toMatchObject({ status: 409 })
    slow.end(body.slice(10))
    await until("the slow one is served", () => messages().length === 2)
    expect(await ask(hub, { method: "POST", query: { id }, body: "" })).toMatchObject({ status: 200 })
  })

  it("that breaks off leaves the connection unchanged", async () => {
    const hub = await startHub()
    const { id, messages } = await openHub(hub)
    const headers = { authorization: `Bearer ${people.ann.token}`, "content-length": "1000" }
    const broken = request(`${hub.url}?id=${id}`, { method: "POST", headers })
    broken.on("error", () => undefined)
    broken.write('{"type":1,"target":')
    const before = hub.admitted.length
    await until("it is under way", () => hub.admitted.length > before)
    const over = hub.over()
    broken.destroy()
    await until("the server has noticed", () => hub.over() > over)
    const body = JSON.stringify({ type: 1, invocationId: "1", target: "echo", arguments: [1] }) + END
    expect(await ask(hub, { method: "POST", query: { id }, body })).toMatchObject({ status: 200 })
    await until("the next is served", () => messages().length === 2)
    expect(hub.logs.filter((line) => line.level === "error")).toEqual([])
  })
})
