import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { type WebSocket, WebSocketServer } from "ws"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { attachHub } from "#server/hub/attachHub.ts"
import { makeHubServer } from "#server/hub/HubServer.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import type { Arrived } from "./hubClients.ts"

/** Updates sent without waiting, to measure the messages delivered per second. */
const BURST = 100

/**
 * The number of clients, of bursts, and of single updates. A single update is sent after the previous one has arrived
 * everywhere, to measure how long one takes.
 */
interface Size {
  readonly clients: number
  readonly bursts: number
  readonly singles: number
}

const few: Size = { clients: 1_000, bursts: 7, singles: 150 }
const many: Size = { clients: 5_000, bursts: 2, singles: 60 }

/** One of the two servers, as the benchmark drives it. */
interface Broadcaster {
  readonly address: string
  readonly broadcast: (args: ReadonlyArray<unknown>) => void
  readonly stop: () => Promise<void>
}

const listen = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/hub`
}

const stopServer = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  server.close()
  await once(server, "close")
}

const startHub = async ({ clients }: Size): Promise<Broadcaster> => {
  const identity = { session: null, sessionId: "bench", userID: UserId.make(1), companyID: CompanyId.make(1) }
  const hub = makeHubServer<null>({
    path: "/api/hub",
    authenticate: async () => identity,
    methods: {},
    maxConnectionsPerUser: clients,
    // The bare server neither pings nor times out.
    keepAliveMillis: 600_000,
    clientTimeoutMillis: 600_000,
    log: (line) => {
      if (line.level !== "debug") throw new Error(line.message)
    }
  })
  const server = createServer()
  attachHub(server, hub)
  return {
    address: await listen(server),
    broadcast: (args) => hub.sendToUser(identity.userID, "updateLock", args),
    stop: async () => {
      await Promise.all([hub.closeAll("The benchmark is over."), stopServer(server)])
    }
  }
}

/** The minimum for a server: `ws` writes frames, encoded once, to a set of sockets. */
const startBare = async (): Promise<Broadcaster> => {
  const sockets = new Set<WebSocket>()
  const server = createServer()
  const webSockets = new WebSocketServer({ server, clientTracking: false, perMessageDeflate: false })
  webSockets.on("connection", (socket) => {
    socket.once("message", () => {
      socket.send("{}\u001e")
      sockets.add(socket)
    })
  })
  return {
    address: await listen(server),
    broadcast: (args) => {
      const bytes = Buffer.from(`${JSON.stringify({ type: 1, target: "updateLock", arguments: args })}\u001e`)
      for (const socket of sockets) socket.send(bytes, { binary: false })
    },
    stop: () => {
      for (const socket of sockets) socket.terminate()
      return stopServer(server)
    }
  }
}

const answerOf = async (clients: ChildProcess): Promise<unknown> => (await once(clients, "message"))[0]

/** Sends `updates` updates at once and waits until every client has received all of them. */
const send = async (
  clients: ChildProcess,
  server: Broadcaster,
  updates: number,
  size: Size
): Promise<{ readonly millis: number; readonly cpuMillis: number; readonly latencies: Float64Array }> => {
  clients.send({ count: updates * size.clients })
  await answerOf(clients)
  const cpu = process.cpuUsage()
  const start = process.hrtime.bigint()
  for (let i = 0; i < updates; i++) {
    const sentAt = process.hrtime.bigint().toString().padStart(20, "0")
    server.broadcast([sentAt, { lockIDs: [10_001, 10_002, 10_003], at: "2026-11-20T15:24:00.000Z" }])
  }
  const { lastAt, latencies } = (await answerOf(clients)) as Arrived
  const { system, user } = process.cpuUsage(cpu)
  return { millis: Number(lastAt - start) / 1e6, cpuMillis: (system + user) / 1000, latencies }
}

const quantile = (values: ReadonlyArray<number>, q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

interface Measured {
  readonly perSecond: number
  readonly cpuMicros: number
  /** Over all deliveries. */
  readonly p50: number
  readonly p99: number
  /**
   * The p99 of one update's deliveries, as the median over all updates, because a single pause of the machine spoils the p99 of
   * all deliveries.
   */
  readonly typicalP99: number
}

interface Seen {
  readonly rates: Array<number>
  readonly cpu: Array<number>
  readonly deliveries: Array<number>
  readonly p99s: Array<number>
}

/** The servers alternate, each going first equally often, so that other load on the machine affects both. */
const inTurns = async (
  servers: ReadonlyArray<Broadcaster>,
  rounds: number,
  step: (server: Broadcaster, index: number) => Promise<void>
): Promise<void> => {
  const order = [...servers.entries()]
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of order) await step(server, index)
    order.reverse()
  }
}

const measure = async (
  clients: ChildProcess,
  servers: ReadonlyArray<Broadcaster>,
  size: Size
): Promise<ReadonlyArray<Measured>> => {
  const seen = servers.map((): Seen => ({ rates: [], cpu: [], deliveries: [], p99s: [] }))
  // Warms both up.
  await inTurns(servers, 2, async (server) => void (await send(clients, server, BURST, size)))
  await inTurns(servers, size.bursts, async (server, index) => {
    const { cpuMillis, millis } = await send(clients, server, BURST, size)
    seen[index]?.rates.push((BURST * size.clients * 1000) / millis)
    seen[index]?.cpu.push((cpuMillis * 1000) / (BURST * size.clients))
  })
  await inTurns(servers, size.singles, async (server, index) => {
    const latencies = [...(await send(clients, server, 1, size)).latencies]
    seen[index]?.deliveries.push(...latencies)
    seen[index]?.p99s.push(quantile(latencies, 0.99))
  })
  return seen.map(({ cpu, deliveries, p99s, rates }) => ({
    perSecond: median(rates),
    cpuMicros: median(cpu),
    p50: median(deliveries),
    p99: quantile(deliveries, 0.99),
    typicalP99: median(p99s)
  }))
}

const baselineName = "a bare `ws` 8.23.0 server that writes the same bytes to a set of sockets"

/** How soon one update has arrived. With many clients, the goal is absolute instead of relative to the bare server. */
const arrival = (ours: Measured, bare: Measured, size: Size, goal: BenchRow["goal"]): BenchRow => ({
  what: `one update to ${size.clients} WebSocket clients, until it has arrived`,
  unit: "ms (p99)",
  ours: ours.typicalP99,
  baseline: bare.typicalP99,
  baselineName,
  goal,
  note:
    `the median of ${size.singles} updates' p99; of all ${size.singles * size.clients} deliveries p50 ${ours.p50.toFixed(1)} ms ` +
    `against ${bare.p50.toFixed(1)}, p99 ${ours.p99.toFixed(1)} against ${bare.p99.toFixed(1)}`
})

const rows = (ours: Measured, bare: Measured): ReadonlyArray<BenchRow> => [
  {
    what: `update to ${few.clients} WebSocket clients, ${BURST} in a row`,
    unit: "messages/s",
    ours: ours.perSecond,
    baseline: bare.perSecond,
    baselineName,
    goal: { atLeast: 0.8 },
    note: `median of ${few.bursts} bursts; the clients share the machine in a process of their own`
  },
  {
    what: `update to ${few.clients} WebSocket clients, server's processor time`,
    unit: "us/message",
    ours: ours.cpuMicros,
    baseline: bare.cpuMicros,
    baselineName,
    goal: { atMost: 1.25 },
    note: `median of ${few.bursts} bursts`
  },
  arrival(ours, bare, few, { atMost: 1.25 })
]

/** Starts the two servers and their clients, and measures. */
const measured = async (size: Size): Promise<readonly [Measured, Measured]> => {
  const servers = [await startHub(size), await startBare()] as const
  const script = fileURLToPath(new URL("hubClients.ts", import.meta.url))
  const addresses = servers.map((server) => server.address)
  const clients = fork(script, [String(size.clients), ...addresses], { serialization: "advanced" })
  try {
    await answerOf(clients)
    return (await measure(clients, servers, size)) as [Measured, Measured]
  } finally {
    const gone = once(clients, "exit")
    clients.disconnect()
    await gone
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** One update to one thousand and to five thousand clients: how many per second, at what CPU cost, and how soon. */
export const bench: Bench = {
  name: "hub",
  run: async () => {
    const found = rows(...(await measured(few)))
    return [...found, arrival(...(await measured(many)), many, { within: 50 })]
  }
}
