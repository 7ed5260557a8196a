import type { ServerResponse } from "node:http"
import type { EncodedMessage } from "../EncodedMessage.ts"
import type { HubTransport, TransportEvents } from "./HubTransport.ts"

/** Sends the server's messages as responses to polls. Between two polls the messages wait here. */
export class LongPollingTransport implements HubTransport {
  readonly kind = "LongPolling"
  readonly #events: TransportEvents
  #poll: ServerResponse | undefined
  #waiting: Array<Buffer> = []
  #waitingBytes = 0
  #closing = false
  #ended = false

  /** The first poll only opens the transport: it gets an immediate, empty response. */
  constructor(firstPoll: ServerResponse, events: TransportEvents) {
    this.#events = events
    firstPoll.writeHead(200, { "Content-Type": "text/plain; charset=utf-8", "Content-Length": 0 }).end()
  }

  get bufferedBytes(): number {
    return this.#waitingBytes
  }

  /** Takes a poll. If an earlier poll is still open, it ends with 204: the client has given up on it. */
  poll(response: ServerResponse): void {
    this.#events.heard()
    this.#poll?.writeHead(204).end()
    this.#poll = response
    // A poll that breaks off ends with `close`; its client polls again or times out.
    response.on("error", () => response.destroy())
    response.once("close", () => {
      if (this.#poll === response) this.#poll = undefined
    })
    this.#answer()
  }

  send(message: EncodedMessage): void {
    this.#waiting.push(message.record)
    this.#waitingBytes += message.record.length
    this.#answer()
  }

  close(): void {
    this.#closing = true
    this.#answer()
  }

  abort(): void {
    this.#waiting = []
    this.#waitingBytes = 0
    this.close()
    this.#end()
  }

  #answer(): void {
    const poll = this.#poll
    if (poll === undefined) return
    if (this.#waiting.length > 0) {
      this.#poll = undefined
      const body = this.#waiting.length === 1 ? this.#waiting[0]! : Buffer.concat(this.#waiting)
      this.#waiting = []
      this.#waitingBytes = 0
      poll.writeHead(200, { "Content-Type": "text/plain; charset=utf-8", "Content-Length": body.length }).end(body)
    } else if (this.#closing) {
      this.#poll = undefined
      poll.writeHead(204).end()
      this.#end()
    }
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#events.ended()
  }
}
