import type { ServerResponse } from "node:http"
import type { EncodedMessage } from "../EncodedMessage.ts"
import type { HubTransport, TransportEvents } from "./HubTransport.ts"

/** Sends the server's messages over one endless response; the client posts its own. */
export class ServerSentEventsTransport implements HubTransport {
  readonly kind = "ServerSentEvents"
  readonly #response: ServerResponse

  constructor(response: ServerResponse, events: TransportEvents) {
    this.#response = response
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-store, no-transform",
      // Tells buffering proxies to pass each event on immediately.
      "X-Accel-Buffering": "no"
    })
    response.flushHeaders()
    let problem: string | undefined
    response.on("error", (error: NodeJS.ErrnoException) => {
      problem = error.code ?? error.name
    })
    response.once("close", () => events.ended(problem))
  }

  get bufferedBytes(): number {
    return this.#response.writableLength
  }

  send(message: EncodedMessage): void {
    this.#response.write(message.event)
  }

  close(): void {
    this.#response.end()
  }

  abort(): void {
    this.#response.destroy()
  }
}
