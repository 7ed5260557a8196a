import { get, type IncomingMessage } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { WebSocket } from "ws"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import { Hub } from "#server/hub/Hub.ts"
import { LiveEvents } from "#server/live/LiveEvents.ts"
import { postgres } from "../support/databases.ts"
import { startTestServer } from "../support/testServer.ts"
import { makeClient, transports, until } from "../server/hub/hubHarness.ts"
import { type Stock, stock } from "./storage.ts"

/** The record separator that ends every hub message. */
const end = "\u001e"

const handshakeAndJoin = (token: string): string =>
  [
    { protocol: "json", version: 1 },
    { type: 1, target: "joinCompanyGroup", arguments: [token] }
  ]
    .map((message) => JSON.stringify(message) + end)
    .join("")

/** Joins over a WebSocket and then stops reading. */
const stallWebSocket = async (url: string, token: string): Promise<void> => {
  const socket = new WebSocket(`${url.replace("http", "ws")}?access_token=${token}`)
  onTestFinished(() => socket.terminate())
  // Being disconnected is expected.
  socket.on("error", () => undefined)
  await new Promise((resolve) => socket.once("open", resolve))
  socket.send(handshakeAndJoin(token))
  await new Promise((resolve) => socket.once("message", resolve))
  socket.pause()
}

/** Joins over an event stream and never reads it. */
const stallEventStream = async (url: string, token: string): Promise<void> => {
  const headers = { authorization: token }
  const negotiated = await fetch(`${url}/negotiate?negotiateVersion=1`, { method: "POST", headers })
  const { connectionToken } = (await negotiated.json()) as { readonly connectionToken: string }
  const address = `${url}?id=${connectionToken}`
  const request = get(address, { headers: { ...headers, accept: "text/event-stream" }, agent: false })
  onTestFinished(() => void request.destroy())
  const response = await new Promise<IncomingMessage>((resolve) => request.once("response", resolve))
  response.on("error", () => undefined).pause()
  const posted = await fetch(address, { method: "POST", headers, body: handshakeAndJoin(token) })
  expect(posted.status).toBe(200)
}

/** Events to send, and locks in each: far more bytes than any socket buffers. */
const events = 1250
const locksInEvent = 4000

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

/** Memory outside the JavaScript heap, where data queued for clients is. */
const buffered = (): number => {
  collectGarbage()
  return process.memoryUsage().external
}

it("clients that stop reading are dropped, the others receive everything, and memory doesn't grow", async () => {
  let acme: Stock | undefined
  const server = await startTestServer(
    postgres,
    Effect.map(stock(20), (made) => {
      acme = made
    })
  )
  onTestFinished(() => server.close())
  const {
    companyID,
    facilityIDs: [facilityID = 0],
    serials
  } = acme ?? expect.unreachable()
  const token = await server.signIn("acme", Role.id.Admin)
  const url = `${server.address}/api/hub`
  const connections = () => server.run(Effect.flatMap(Hub, (hub) => hub.connections))

  const heard = await Promise.all(
    transports.map(async ({ transport }) => {
      const client = makeClient(url, { transport, person: { token } })
      const seen: Array<number | undefined> = []
      client.on("updateLock", ({ lockIDs: [first] }: { readonly lockIDs: ReadonlyArray<number> }) => seen.push(first))
      await client.start()
      await client.invoke("joinCompanyGroup", token)
      return seen
    })
  )
  for (let n = 0; n < 4; n++) {
    await stallWebSocket(url, token)
    await stallEventStream(url, token)
  }
  expect(await connections()).toBe(transports.length + 8)

  const lockIDs = Array.from({ length: locksInEvent }, (_, at) => LockId.make(at + 1))
  const before = buffered()
  let most = before
  for (let sent = 0; sent < events;) {
    for (let burst = 0; burst < 50; burst++, sent++) {
      await server.run(
        Effect.flatMap(LiveEvents, (live) =>
          live.tell(CompanyId.make(companyID), { event: "updateLock", lockIDs: [LockId.make(sent + 1), ...lockIDs] })
        )
      )
    }
    most = Math.max(most, buffered())
    await until("those who read have read", () => heard.every((seen) => seen.length === sent))
  }
  const order = Array.from({ length: events }, (_, at) => at + 1)
  for (const seen of heard) expect(seen).toEqual(order)
  expect(await connections()).toBe(transports.length)
  // All events total about 25 MB; a stalled client may hold 1 MB before it is dropped.
  expect(most - before).toBeLessThan(30e6)

  for (const serialCode of serials) {
    await server.call(token, (api) =>
      api.locks.activate({ query: {}, payload: { serialCode, facilityID: FacilityId.make(facilityID) } })
    )
  }
  await until("the real events arrive as well", () => heard.every((seen) => seen.length === events + serials.length))
}, 120_000)
