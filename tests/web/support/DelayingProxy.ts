import { createHash } from "node:crypto"
import { createServer, request as requestOf, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

/** How long a call waits before it is passed on: by method, path, and how often the same was asked before. */
export type Delay = (call: { readonly method: string; readonly path: string; readonly nth: number }) => number

/** No wait at all. */
export const atOnce: Delay = () => 0

/** From 0 to `longest` milliseconds in no order, the same for the same seed and the same calls. */
export const anyOrder =
  (seed: number, longest: number): Delay =>
  ({ method, path, nth }) =>
    createHash("sha256").update(`${seed} ${method} ${path} ${nth}`).digest().readUInt32BE() % (longest + 1)

/**
 * Stands between the browser and the server, at an address of its own: delays calls, cuts the live hub, refuses a path, or is
 * down altogether. The console's files are never delayed. Nothing that passes is changed.
 */
export class DelayingProxy {
  /** How long each call to /api waits. */
  delay: Delay = atOnce
  /** Calls whose path matches are never answered: their connection is cut. */
  refused: RegExp | null = null
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

  /** Opens one in front of the server at `upstream`; without it, of none until `standBefore`. */
  static async open(upstream?: string): Promise<DelayingProxy> {
    const proxy = new DelayingProxy()
    if (upstream !== undefined) proxy.standBefore(upstream)
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve))
    return proxy
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** From now on it stands in front of another server: the one before was ended and started again somewhere else. */
  standBefore(upstream: string): void {
    this.#upstream = new URL(upstream)
  }

  /** The server is gone: every connection is cut, and every new one. */
  goDown(): void {
    this.#down = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** The server is back. */
  comeBack(): void {
    this.#down = false
  }

  /** The hub alone is gone: its connections are cut and new ones refused, while calls are answered. */
  loseHub(): void {
    this.#hubDown = true
    for (const socket of this.#hubs) socket.destroy()
  }

  findHub(): void {
    this.#hubDown = false
  }

  /** As before the first call. */
  reset(): void {
    this.delay = atOnce
    this.refused = null
    this.#down = false
    this.#hubDown = false
    this.#asked.clear()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  /** The server that a path is passed on to; null where its connection is cut. */
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
        answer.pipe(outgoing)
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
    if (server === null) return void socket.destroy()
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
