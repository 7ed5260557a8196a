import type { Duplex } from "node:stream"
import type { RawData, WebSocket } from "ws"
import type { EncodedMessage } from "../EncodedMessage.ts"
import type { HubTransport, TransportEvents } from "./HubTransport.ts"

const NORMAL_CLOSURE = 1000

const asBuffer = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)

/**
 * Carries a connection over an open WebSocket, one text frame for each message it sends. `ws` reads, and writes what
 * controls the socket. Messages go to the stream below it, framed already: `ws` would frame them again for every
 * client, in two pieces. It never holds back half a frame here, as it does not compress.
 */
export class WebSocketTransport implements HubTransport {
  readonly kind = "WebSockets"
  readonly #socket: WebSocket
  readonly #stream: Duplex

  constructor(socket: WebSocket, stream: Duplex, events: TransportEvents) {
    this.#socket = socket
    this.#stream = stream
    socket.on("message", (data, isBinary) => {
      if (isBinary) events.violated("Only text frames are accepted.")
      else events.received(asBuffer(data))
    })
    // `ws` has answered with the right close code; it would wait half a minute for the client's.
    socket.on("error", (error: NodeJS.ErrnoException) => events.broken(error.code ?? error.name))
    socket.once("close", () => events.ended())
  }

  get bufferedBytes(): number {
    return this.#stream.writableLength
  }

  send(message: EncodedMessage): void {
    // After a close frame nothing may follow.
    if (this.#socket.readyState === this.#socket.OPEN) this.#stream.write(message.frame)
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    this.#socket.close(NORMAL_CLOSURE)
  }

  abort(): void {
    this.#socket.terminate()
  }
}
