import type { Duplex } from "node:stream"
import type { RawData, WebSocket } from "ws"
import type { EncodedMessage } from "../EncodedMessage.ts"
import type { HubTransport, TransportEvents } from "./HubTransport.ts"

const NORMAL_CLOSURE = 1000

const asBuffer = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)

/**
 * Carries a connection over an open WebSocket, one text frame per message. `ws` reads, and writes control frames. Messages are
 * written to the underlying stream already framed: `ws` would frame them again for every client, in two pieces. It never
 * buffers half a frame here, because compression is off.
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
    // `ws` has already sent the right close code; it would wait half a minute for the client's.
    socket.on("error", (error: NodeJS.ErrnoException) => events.broken(error.code ?? error.name))
    socket.once("close", () => events.ended())
  }

  get bufferedBytes(): number {
    return this.#stream.writableLength
  }

  send(message: EncodedMessage): void {
    // Nothing may follow a close frame.
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
