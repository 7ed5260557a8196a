import { type AddressInfo, connect as dial, createServer } from "node:net"
import { HubConnectionState } from "@microsoft/signalr"
import { describe, expect, it, onTestFinished } from "vitest"
import { connect, listen, makeClient, people, startHub, transports, until } from "./hubHarness.ts"

describe("the official client behind a proxy", () => {
  it("connects although another server negotiated", async () => {
    const [negotiating, connecting] = [await startHub(), await startHub()]
    const proxy = createServer((socket) => {
      socket.once("data", (head) => {
        const { port } = /^upgrade: websocket/im.test(head.toString()) ? connecting : negotiating
        const server = dial({ host: "127.0.0.1", port }).on("error", () => socket.destroy())
        server.write(head)
        socket
          .on("error", () => server.destroy())
          .pipe(server)
          .pipe(socket)
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => new Promise<void>((resolve) => proxy.close(() => resolve())))
    const client = await connect(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/hub`)
    expect(await client.invoke("echo", 1)).toBe(1)
    expect(connecting.hub.connections).toBe(1)
    await client.stop()
  })
})

describe.each(transports)("the official client over $name", ({ transport }) => {
  it("connects, calls, receives events and disconnects", async () => {
    const { hub, url } = await startHub()
    const client = await connect(url, { transport })
    expect(client.connectionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(hub.connections).toBe(1)

    expect(await client.invoke("echo", { text: "naïve \u2028 € 🔐\n", list: [1, null] })).toEqual({
      text: "naïve \u2028 € 🔐\n",
      list: [1, null]
    })
    expect(await client.invoke("ECHO", 1)).toBe(1)
    expect(await client.invoke("nothing")).toBeUndefined()
    expect(await client.invoke("echo", null)).toBeNull()

    const heard = listen(client, "updateLock")
    await client.invoke("join", "company:10")
    for (let i = 0; i < 50; i++) hub.sendToGroup("company:10", "updateLock", [{ lockIDs: [i], text: "é\r\n" }])
    hub.sendToGroup("company:20", "updateLock", ["not for you"])
    hub.sendToUser(people.ann.userID, "updateLock", ["for ann"])
    hub.sendToUser(people.bob.userID, "updateLock", ["for bob"])
    await until("all messages arrived", () => heard.length === 51)
    expect(heard.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, i) => [{ lockIDs: [i], text: "é\r\n" }]))
    expect(heard[50]).toEqual(["for ann"])

    await client.invoke("leave", "company:10")
    hub.sendToGroup("company:10", "updateLock", ["too late"])
    await client.invoke("nothing")
    expect(heard).toHaveLength(51)

    await client.stop()
    await until("the hub has let go", () => hub.connections === 0)
  })

  it("gets the reason of a failed call, and nothing more", async () => {
    const { logs, url } = await startHub()
    const client = await connect(url, { transport })
    await expect(client.invoke("refuse")).rejects.toThrow(/^Not today\.$/)
    await expect(client.invoke("no such method")).rejects.toThrow(/^Unknown hub method\.$/)
    await expect(client.invoke("constructor")).rejects.toThrow(/^Unknown hub method\.$/)
    await expect(client.invoke("fail", people.bob.token)).rejects.toThrow(/^The server could not carry out the call\.$/)
    await expect(client.invoke("bigNumber")).rejects.toThrow(/^The server could not carry out the call\.$/)
    expect(await client.invoke("echo", "still here")).toBe("still here")
    const errors = logs.filter((line) => line.level === "error").map((line) => line.message)
    expect(errors[0]).toContain("from vault where token = '[hidden]'")
    expect(JSON.stringify(logs)).not.toContain(people.bob.token)
  })

  it("is refused without a session", async () => {
    const { hub, logs, url } = await startHub()
    const client = makeClient(url, { transport, person: { token: "nobody's token" } })
    await expect(client.start()).rejects.toThrow(/401/)
    expect(hub.connections).toBe(0)
    expect(JSON.stringify(logs)).not.toContain("nobody's token")
  })

  it("is closed permanently with its session, with the reason", async () => {
    const { hub, url } = await startHub()
    const ann = await connect(url, { transport, automaticReconnect: true })
    const bob = await connect(url, { transport, person: people.bob })
    const reason = new Promise<Error | undefined>((resolve) => ann.onclose(resolve))
    hub.closeSession(people.ann.sessionId, "You have been signed out.")
    expect((await reason)?.message).toContain("You have been signed out.")
    expect(ann.state).toBe(HubConnectionState.Disconnected)
    expect(hub.connections).toBe(1)
    expect(await bob.invoke("echo", "unmoved")).toBe("unmoved")
    await expect(ann.start()).rejects.toThrow(/401/)
  })

  it("reconnects when asked to", async () => {
    const { hub, url } = await startHub()
    const client = await connect(url, { transport, automaticReconnect: true })
    const first = client.connectionId
    const reconnected = new Promise<string | undefined>((resolve) => client.onreconnected(resolve))
    hub.reconnectAll("Events may have been missed.")
    expect(await reconnected).not.toBe(first)
    expect(await client.invoke("echo", 2)).toBe(2)
  })
})

it("the official client that asks for stateful reconnect gets a new connection instead", async () => {
  const { hub, url } = await startHub()
  const client = await connect(url, { statefulReconnect: true, automaticReconnect: true })
  const first = client.connectionId
  const reconnected = new Promise<string | undefined>((resolve) => client.onreconnected(resolve))
  hub.reconnectAll("Events may have been missed.")
  expect(await reconnected).not.toBe(first)
  const heard = listen(client, "count")
  await client.invoke("join", "g")
  hub.sendToGroup("g", "count", [1])
  await until("it hears again", () => heard.length === 1)
  await client.stop()
  await until("the hub has let go", () => hub.connections === 0)
})
