import { createServer, type Server } from "node:http"
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Server as SocketServer,
  type Socket
} from "node:net"
import { Effect, Schema } from "effect"

/** Timeouts for receiving a request, in milliseconds: until the end of its headers, and until its end. */
export interface ReceivingTimes {
  readonly headers: number
  readonly request: number
}

export const defaultReceivingTimes: ReceivingTimes = { headers: 15_000, request: 60_000 }

/** The port is taken or needs more rights, or the address does not belong to this machine. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  address: Schema.String,
  /** With the error's code. */
  reason: Schema.String
}) {
  override get message(): string {
    const advice = this.reason.includes("EADDRINUSE")
      ? "Stop what uses it, or choose another port."
      : this.reason.includes("EACCES")
        ? "Choose a port above 1023."
        : "Choose an address of this machine with --host."
    return `Cannot listen on ${this.address}: ${this.reason}. ${advice}`
  }
}

/** How long a connection stays open without a request: longer than the 60 s of common load balancers. */
const keepAliveMillis = 65_000

/** The maximum interval between checks for slow senders. */
const lookMillis = 5_000

/** How long running responses may continue after the server stops, and how often to check whether connections have ended. */
const drainMillis = 20_000
const idleLookMillis = 50

/** How long a connection opened just before the stop may take to start its request. */
const silentMillis = 1_000

/** An HTTP server that stops in two steps, so that something else can end in between. */
export interface Listener {
  readonly server: Server
  readonly listen: (host: string, port: number) => Effect.Effect<AddressInfo, CannotListen>
  /** Accepts no further connections, and ends each one after its current response. Does not wait. */
  readonly stop: Effect.Effect<void>
  /** Stops, and waits for all responses; cuts off what takes longer than 20 seconds. */
  readonly drain: Effect.Effect<void>
}

/** Makes a server listen. Port 0 is any free port. */
const listenWith = (server: SocketServer, host: string, port: number): Effect.Effect<AddressInfo, CannotListen> =>
  Effect.callback((resume) => {
    const failed = (error: Error) =>
      resume(Effect.fail(new CannotListen({ address: `${host}:${port}`, reason: error.message })))
    server.once("error", failed)
    server.listen(port, host, () => {
      server.off("error", failed)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

/** Fails if a server can't listen there now. */
export const checkListening = (host: string, port: number): Effect.Effect<void, CannotListen> =>
  Effect.suspend(() => {
    const server = createSocketServer()
    const closed = Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
    return Effect.andThen(listenWith(server, host, port), closed)
  })

/** Creates a listener that does not listen yet. */
export const makeListener = (times: ReceivingTimes): Listener => {
  const server = createServer({
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: keepAliveMillis,
    connectionsCheckingInterval: Math.min(lookMillis, times.headers / 2),
    // Some clients offer HTTP/2 with every request; only the hub's WebSockets are upgraded.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket"
  })
  let ended: Promise<void> | undefined

  const connections = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    connections.add(socket)
    socket.once("close", () => connections.delete(socket))
  })

  const end = (): Promise<void> => {
    ended ??= new Promise((resolve) => {
      let looks = 0
      const look = (): void => {
        looks += 1
        // Node closes the connections that are idle now, but would keep those that become idle later.
        server.closeIdleConnections()
        if (looks * idleLookMillis < silentMillis) return
        // Node counts a connection without any bytes yet, as browsers open in advance, among the busy ones.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }
      const looking = setInterval(look, idleLookMillis)
      server.close(() => {
        clearInterval(looking)
        resolve()
      })
    })
    return ended
  }

  return {
    server,
    listen: (host, port) => listenWith(server, host, port),
    stop: Effect.sync(() => void end()),
    drain: Effect.promise(end).pipe(
      Effect.timeoutOrElse({
        duration: drainMillis,
        orElse: () => Effect.sync(() => server.closeAllConnections())
      })
    )
  }
}
