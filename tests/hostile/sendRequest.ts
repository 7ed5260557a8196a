import { Agent, type IncomingHttpHeaders, request } from "node:http"
import type { Written } from "./writeOut.ts"

/** An answer, whole. */
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** How long a server may take before it counts as hanging, in milliseconds. */
const patience = 20_000

/** What a server reads of a body that it does not want, in bytes, to keep the connection. */
const drained = 200_000

/** Sends requests over a few connections that are used again. */
export interface Sender {
  readonly send: (written: Written) => Promise<RawAnswer>
  readonly close: () => void
}

/** A sender to the server at `address`. Rejects when there is no answer, or none in time. */
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
          // A server that has enough of a body closes the connection: nobody else's request is to be on it.
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
        // A body that is refused before it is all sent breaks off; the answer is there all the same.
        sent.on("error", (error) => {
          if (!answered) reject(error)
        })
        sent.end(body)
      }),
    close: () => agent.destroy()
  }
}
