import type { IncomingMessage } from "node:http"

/** The result of reading a request's body. */
export type Body = { readonly bytes: Buffer } | "tooLarge" | "brokenOff"

/** Reads the body of a request, keeping at most `maxBytes`. Leaves the socket usable for a response. */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Body> =>
  new Promise((resolve) => {
    const parts: Array<Buffer> = []
    let bytes = 0
    request.on("data", (part: Buffer) => {
      bytes += part.length
      if (bytes <= maxBytes) parts.push(part)
      else resolve("tooLarge")
    })
    request.once("end", () => resolve({ bytes: Buffer.concat(parts) }))
    request.once("error", () => resolve("brokenOff"))
    request.once("close", () => resolve("brokenOff"))
  })
