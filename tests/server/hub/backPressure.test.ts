import { request } from "node:http"
import { describe, expect, it } from "vitest"
import { connect, listen, people, startHub, type TestHub, until } from "./hubHarness.ts"
import { ask, handshake, negotiate, openHub } from "./rawHub.ts"

const LIMIT = 512 * 1024

/** Enough to fill the operating system's buffers of a loopback connection, so that ours fill too. */
const MOST_MESSAGES = 400

const block = "x".repeat(64 * 1024)

/** Sends numbered blocks to both until the client that doesn't read is dropped. Returns how many were sent. */
const floodUntilDropped = async (hub: TestHub): Promise<number> => {
  for (let sent = 0; sent < MOST_MESSAGES; sent++) {
    if (hub.logs.some((line) => line.level === "warning")) return sent
    hub.hub.sendToGroup("everybody", "block", [sent, block])
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error("nobody was dropped")
}

/** The other client received everything in order, and still receives. */
const expectUnaffected = async (
  hub: TestHub,
  heard: ReadonlyArray<ReadonlyArray<unknown>>,
  sent: number
): Promise<void> => {
  await until("the others have it all", () => heard.length === sent)
  expect(heard.map(([number]) => number)).toEqual(Array.from({ length: sent }, (_, i) => i))
  hub.hub.sendToGroup("everybody", "block", ["after"])
  await until("they go on", () => heard.length === sent + 1)
  expect(hub.hub.connections).toBe(1)
}

const expectDropLine = (hub: TestHub, transport: string): void => {
  const warnings = hub.logs.filter((line) => line.level === "warning")
  expect(warnings).toEqual([
    {
      level: "warning",
      message: expect.stringMatching(
        new RegExp(`^Hub connection dropped: stopped reading with \\d+ bytes waiting over ${transport}$`)
      ),
      connectionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userID: people.bob.userID
    }
  ])
  const waiting = Number(/with (\d+) bytes/.exec(warnings[0]?.message ?? "")?.[1])
  expect(waiting).toBeGreaterThan(LIMIT)
  expect(waiting).toBeLessThan(LIMIT + 2 * block.length)
}

describe("a client that stops reading is dropped without affecting others", () => {
  const start = async (): Promise<{ hub: TestHub; heard: ReadonlyArray<ReadonlyArray<unknown>> }> => {
    const hub = await startHub({ maxBufferedBytes: LIMIT })
    const ann = await connect(hub.url)
    const heard = listen(ann, "block")
    await ann.invoke("join", "everybody")
    return { hub, heard }
  }
  const bobs = { token: people.bob.token }

  it("over WebSockets", async () => {
    const { heard, hub } = await start()
    const raw = await openHub(hub, bobs)
    raw.send({ type: 1, target: "join", arguments: ["everybody"] })
    await until("he has joined", () => hub.hub.inGroup("everybody").length === 2)
    raw.socket.pause()
    const sent = await floodUntilDropped(hub)
    expectDropLine(hub, "WebSockets")
    await expectUnaffected(hub, heard, sent)
    raw.socket.resume()
    expect((await raw.closed).code).toBe(1006)
  })

  it("over server-sent events", async () => {
    const { heard, hub } = await start()
    const { connectionToken: id } = await negotiate(hub, bobs)
    const headers = { accept: "text/event-stream", authorization: people.bob.token }
    const stream = request(`${hub.url}?id=${id}`, { headers }).end()
    const ended = new Promise<void>((resolve) => {
      stream.on("response", (response) => {
        response.pause()
        response.on("error", () => resolve())
        response.on("close", resolve)
        void until(
          "it was dropped",
          () => hub.hub.connections === 1 && hub.logs.some((line) => line.level === "warning")
        ).then(() => response.resume())
      })
    })
    await until("it is open", () => hub.admitted.at(-1) === "connect")
    await ask(hub, { method: "POST", query: { id }, body: handshake, ...bobs })
    const join = `{"type":1,"target":"join","arguments":["everybody"]}\u001e`
    await ask(hub, { method: "POST", query: { id }, body: join, ...bobs })
    const sent = await floodUntilDropped(hub)
    expectDropLine(hub, "ServerSentEvents")
    await expectUnaffected(hub, heard, sent)
    await ended
  })

  it("over long polling", async () => {
    const { heard, hub } = await start()
    const { connectionToken: id } = await negotiate(hub, bobs)
    await ask(hub, { query: { id }, ...bobs })
    await ask(hub, { method: "POST", query: { id }, body: handshake, ...bobs })
    const join = `{"type":1,"target":"join","arguments":["everybody"]}\u001e`
    await ask(hub, { method: "POST", query: { id }, body: join, ...bobs })
    const sent = await floodUntilDropped(hub)
    expectDropLine(hub, "LongPolling")
    await expectUnaffected(hub, heard, sent)
    expect(await ask(hub, { query: { id }, ...bobs })).toMatchObject({ status: 404 })
  })
})
