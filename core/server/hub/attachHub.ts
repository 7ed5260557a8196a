import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** The two handlers of a hub. */
export interface HubHandlers {
  readonly handleRequest: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
}

/**
 * Puts a hub in front of an HTTP server: the hub gets its requests and upgrades, and no other listener sees them, no matter
 * when it was added. All others are passed on. An upgrade that no listener accepts is ended.
 */
export const attachHub = (server: Server, hub: HubHandlers): void => {
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...args: Array<unknown>): boolean => {
    if (event === "request") {
      const [request, response] = args as [IncomingMessage, ServerResponse]
      if (hub.handleRequest(request, response)) return true
    } else if (event === "upgrade") {
      const [request, socket, head] = args as [IncomingMessage, Duplex, Buffer]
      if (hub.handleUpgrade(request, socket, head)) return true
      if (server.listenerCount("upgrade") === 1) socket.destroy()
    }
    return emit(event, ...args)
  }
  // Without a listener, Node does not handle upgrade requests as such.
  server.on("upgrade", () => undefined)
}
