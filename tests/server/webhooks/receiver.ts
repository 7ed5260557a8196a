import { Schema } from "effect"
import { webhookMessages } from "#core/webhooks/webhookMessages.ts"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

/** A received message. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The content of a message, which has only what the API reference says about its type. */
export const documentedContent = (body: string) => {
  const content = JSON.parse(body) as { readonly type: string; readonly data: Record<string, unknown> }
  const schema = webhookMessages.find(({ type }) => type === content.type)?.body ?? Schema.Never
  Schema.decodeUnknownSync(schema as Schema.Decoder<unknown>)(content, { onExcessProperty: "error" })
  return content
}

/** A customer's server that receives webhooks. `answers` sets the response status by a message's number and body. */
export const openReceiver = async () => {
  const received: Array<Received> = []
  let unfinished = false
  let answer: (nth: number, body: string) => number | null = () => 204
  const flat = (headers: IncomingHttpHeaders) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (piece: Buffer) => (body += piece.toString()))
    request.on("end", () => {
      received.push({ headers: flat(request.headers), body })
      const status = answer(received.length, body)
      // On null, it accepts the message but never responds.
      if (status !== null && unfinished) response.writeHead(200, { "content-length": 30_000_000 }).write("half")
      else if (status !== null) response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Whether it answers 200 with the beginning of a large body that never ends. */
    leavesUnfinished: (next: boolean) => {
      unfinished = next
    },
    answers: (next: (nth: number, body: string) => number | null) => {
      answer = next
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      })
  }
}
