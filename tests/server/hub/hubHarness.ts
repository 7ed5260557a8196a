import type { HubConnection as ClientConnection } from "@microsoft/signalr"
import { HttpTransportType, HubConnectionBuilder, LogLevel } from "@microsoft/signalr"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { attachHub } from "#server/hub/attachHub.ts"
import { HubMethodError } from "#server/hub/hubErrors.ts"
import type { HubIdentity, HubLogLine, HubServerOptions, RequestFacts } from "#server/hub/hubOptions.ts"
import { type HubServer, makeHubServer } from "#server/hub/HubServer.ts"
import { type HandClock, makeHandClock } from "./handClock.ts"

/** Test sessions: two users of company 10, one of company 20. */
export const people = {
  ann: {
    token: "ann-secret-token-4f1c",
    sessionId: "session-ann",
    userID: UserId.make(1),
    companyID: CompanyId.make(10)
  },
  bob: {
    token: "bob-secret-token-77aa",
    sessionId: "session-bob",
    userID: UserId.make(2),
    companyID: CompanyId.make(10)
  },
  eve: {
    token: "eve-secret-token-d00d",
    sessionId: "session-eve",
    userID: UserId.make(3),
    companyID: CompanyId.make(20)
  }
} as const

export type Person = (typeof people)[keyof typeof people]

/** Finds a user by token, as a session store would. */
export const findPerson = (token: string | null): Person | null =>
  Object.values(people).find((person) => person.token === token) ?? null

const identify = (token: string | null): HubIdentity<Person> | null => {
  const person = findPerson(token)
  return person && { session: person, ...person }
}

export interface TestHub {
  readonly url: string
  readonly port: number
  readonly hub: HubServer<Person>
  readonly clock: HandClock
  readonly logs: ReadonlyArray<HubLogLine>
  /** Every request and socket the hub has admitted so far, by step. */
  readonly admitted: ReadonlyArray<RequestFacts["step"]>
  /** The number of requests that were answered or aborted. */
  readonly over: () => number
  /** The number of open sockets on the server. */
  readonly sockets: () => number
  /** URLs as a logger that runs after the hub's handlers sees them. */
  readonly seenAddresses: ReadonlyArray<string>
}

const methods: HubServerOptions<Person>["methods"] = {
  echo: async (_, args) => args[0],
  nothing: async () => undefined,
  join: async (connection, args) => connection.joinGroup(String(args[0])),
  leave: async (connection, args) => connection.leaveGroup(String(args[0])),
  refuse: async () => {
    throw new HubMethodError("Not today.")
  },
  fail: async (_, args) => {
    throw new Error(`select * from vault where token = '${String(args[0])}'`)
  },
  bigNumber: async () => 1n
}

/** Starts a hub on a separate server, stopped with the test. */
export const startHub = async (options: Partial<HubServerOptions<Person>> = {}): Promise<TestHub> => {
  const clock = makeHandClock()
  const logs: Array<HubLogLine> = []
  const seenAddresses: Array<string> = []
  const admitted: Array<RequestFacts["step"]> = []
  let over = 0
  const hub = makeHubServer<Person>({
    path: "/api/hub",
    authenticate: async (token, { step }) => {
      const identity = identify(token)
      if (identity !== null) admitted.push(step)
      return identity
    },
    clock,
    log: (line) => logs.push(line),
    ...options,
    methods: { ...methods, ...options.methods }
  })
  const server = createServer((_, response) => {
    response.writeHead(200).end("not the hub")
  })
  let sockets = 0
  server.on("connection", (socket) => {
    sockets++
    socket.on("close", () => sockets--)
  })
  attachHub(server, {
    handleRequest: (request, response) => {
      response.on("finish", () => seenAddresses.push(request.url ?? ""))
      response.on("close", () => over++)
      return hub.handleRequest(request, response)
    },
    handleUpgrade: (request, socket, head) => {
      const taken = hub.handleUpgrade(request, socket, head)
      seenAddresses.push(request.url ?? "")
      return taken
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(async () => {
    const closed = hub.closeAll("The test is over.")
    clock.advance(60_000)
    await closed
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/hub`,
    port,
    hub,
    clock,
    logs,
    admitted,
    over: () => over,
    sockets: () => sockets,
    seenAddresses
  }
}

export const transports = [
  { name: "WebSockets", transport: HttpTransportType.WebSockets },
  { name: "server-sent events", transport: HttpTransportType.ServerSentEvents },
  { name: "long polling", transport: HttpTransportType.LongPolling }
] as const

export interface ClientOptions {
  readonly transport?: HttpTransportType
  readonly person?: { readonly token: string }
  readonly skipNegotiation?: boolean
  readonly statefulReconnect?: boolean
  readonly automaticReconnect?: boolean
}

/** The official client, not started yet; stopped with the test. */
export const makeClient = (url: string, options: ClientOptions = {}): ClientConnection => {
  const { person = people.ann, skipNegotiation = false, transport = HttpTransportType.WebSockets } = options
  const builder = new HubConnectionBuilder()
    .withUrl(url, { transport, skipNegotiation, accessTokenFactory: () => person.token })
    .configureLogging(LogLevel.None)
  if (options.statefulReconnect === true) builder.withStatefulReconnect()
  if (options.automaticReconnect === true) builder.withAutomaticReconnect([0, 10, 50, 200])
  const client = builder.build()
  onTestFinished(() => client.stop())
  return client
}

/** The official client, connected. */
export const connect = async (url: string, options: ClientOptions = {}): Promise<ClientConnection> => {
  const client = makeClient(url, options)
  await client.start()
  return client
}

/** Waits until a condition is true. */
export const until = async (what: string, condition: () => boolean): Promise<void> => {
  const deadline = performance.now() + 10_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`gave up waiting until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** The events a client receives on one target, in order. */
export const listen = (client: ClientConnection, target: string): ReadonlyArray<ReadonlyArray<unknown>> => {
  const heard: Array<ReadonlyArray<unknown>> = []
  client.on(target, (...args: Array<unknown>) => heard.push(args))
  return heard
}
