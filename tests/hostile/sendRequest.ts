import { Agent, type IncomingHttpHeaders, request } from "node:http"
import type { Written } from "./writeOut.ts"

/** A complete response. */
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Milliseconds after which a server counts as hanging. */
const patience = 20_000

/** How many bytes of an unwanted body a server reads to keep the connection. */
const drained = 200_000

/** Sends requests over a few reused connections. */
export interface Sender {
  readonly send: (written: Written) => Promise<RawAnswer>
  readonly close: () => void
}

/** A sender to the server at `address`. Rejects if there is no response in time. */
export const makeSender = (address: string): Sender => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(address)
  return {
    send: ({ method, path, headers, body, chunked }) =>
      new Promise((resolve, reject) => {
        const framing: Record<string, string> =
          body === undefined
            ? {}
            : chunked
              ? { "transfer-encoding": "chunked" }
              : { "content-length": String(body.length) }
        const sent = request({
          // A server closes the connection when a body is too large, so no other request should share it.
          agent: (body?.length ?? 0) > drained ? false : agent,
          hostname,
          port,
          method,
          path,
          headers: { ...headers, ...framing },
          timeout: patience
        })
        let answered = false
        sent.once("response", (response) => {
          answered = true
          const parts: Array<Buffer> = []
          response.on("data", (part: Buffer) => parts.push(part))
          response.once("error", reject)
          response.once("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString()
            })
          )
        })
        sent.once("timeout", () => sent.destroy(new Error(`no answer within ${patience} ms`)))
        // A body refused before it is completely sent causes an error here, but the response still arrives.
        sent.on("error", (error) => {
          if (!answered) reject(error)
        })
        sent.end(body)
      }),
    close: () => agent.destroy()
  }
}
