import { createHash } from "node:crypto"
import { createServer, request as requestOf, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

/** Milliseconds a call waits before it is forwarded, by method, path and the number of earlier calls to the same. */
export type Delay = (call: { readonly method: string; readonly path: string; readonly nth: number }) => number

/** No delay. */
export const atOnce: Delay = () => 0

/** From 0 to `longest` milliseconds in random order, the same for the same seed and calls. */
export const anyOrder =
  (seed: number, longest: number): Delay =>
  ({ method, path, nth }) =>
    createHash("sha256").update(`${seed} ${method} ${path} ${nth}`).digest().readUInt32BE() % (longest + 1)

/**
 * A proxy between the browser and the server with its own address. It delays calls, cuts the live hub, refuses paths, stalls
 * responses, or is down altogether. It never delays the console's files, and never changes what it forwards.
 */
export class DelayingProxy {
  /** The delay of each call to /api. */
  delay: Delay = atOnce
  /** Calls with a matching path are never answered: their connection is cut. */
  refused: RegExp | null = null
  /** The responses of calls with a matching path stop after a few bytes, until `goDown` cuts them. */
  stalled: RegExp | null = null
  /** Refuses WebSockets, and passes on a response only when it is complete, which event streams never are. */
  collects = false
  #upstream: URL | null = null
  readonly #asked = new Map<string, number>()
  readonly #sockets = new Set<Socket>()
  readonly #hubs = new Set<Socket>()
  readonly #server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing))
  #down = false
  #hubDown = false

  private constructor() {
    this.#server.on("connection", (socket: Socket) => {
      if (this.#down) return void socket.destroy()
      this.#sockets.add(socket)
      socket.on("close", () => this.#sockets.delete(socket))
    })
    this.#server.on("upgrade", (incoming, socket, head) => this.#upgrade(incoming, socket as Socket, head))
  }

  /** Opens a proxy in front of the server at `upstream`; without one, it has no server until `standBefore`. */
  static async open(upstream?: string): Promise<DelayingProxy> {
    const proxy = new DelayingProxy()
    if (upstream !== undefined) proxy.standBefore(upstream)
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve))
    return proxy
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Switches to another server, after the previous one was stopped and restarted elsewhere. */
  standBefore(upstream: string): void {
    this.#upstream = new URL(upstream)
  }

  /** Simulates a stopped server: cuts every connection, including new ones. */
  goDown(): void {
    this.#down = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Ends `goDown`. */
  comeBack(): void {
    this.#down = false
  }

  /** Cuts only the hub: drops its connections and refuses new ones, while calls are answered. */
  loseHub(): void {
    this.#hubDown = true
    for (const socket of this.#hubs) socket.destroy()
  }

  findHub(): void {
    this.#hubDown = false
  }

  /** Restores the initial state. */
  reset(): void {
    this.delay = atOnce
    this.refused = null
    this.stalled = null
    this.collects = false
    this.#down = false
    this.#hubDown = false
    this.#asked.clear()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  /** The server to forward a path to, or null to cut its connection. */
  #serverFor(path: string): URL | null {
    const isCut = this.#down || this.refused?.test(path) === true || (this.#hubDown && path.startsWith("/api/hub"))
    return isCut ? null : this.#upstream
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = "GET", url = "/", headers } = incoming
    const path = url.split("?", 1)[0] ?? url
    const server = this.#serverFor(path)
    if (server === null) return void incoming.socket.destroy()
    const key = `${method} ${url}`
    const nth = (this.#asked.get(key) ?? 0) + 1
    this.#asked.set(key, nth)
    const wait = path.startsWith("/api/") && !path.startsWith("/api/hub") ? this.delay({ method, path: url, nth }) : 0
    const send = (): void => {
      const sent = requestOf({ host: server.hostname, port: server.port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        if (this.collects && headers.accept === "text/event-stream") outgoing.flushHeaders()
        else if (this.stalled?.test(path) === true)
          answer.once("data", (bytes: Buffer) => outgoing.write(bytes.subarray(0, 5)))
        else answer.pipe(outgoing)
      })
      sent.on("error", () => outgoing.destroy())
      outgoing.on("close", () => sent.destroy())
      incoming.pipe(sent)
    }
    if (wait === 0) send()
    else {
      const timer = setTimeout(send, wait)
      outgoing.on("close", () => clearTimeout(timer))
    }
  }

  #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const server = this.#serverFor(incoming.url ?? "/")
    if (server === null || this.collects) return void socket.destroy()
    const { method, url, rawHeaders } = incoming
    const upstream = connect(Number(server.port), server.hostname)
    const lines = [`${method} ${url} HTTP/1.1`]
    for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
    upstream.write(`${lines.join("\r\n")}\r\n\r\n`)
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
    this.#hubs.add(socket)
    const end = (): void => {
      this.#hubs.delete(socket)
      socket.destroy()
      upstream.destroy()
    }
    for (const side of [socket, upstream]) side.on("close", end).on("error", end)
  }
}
