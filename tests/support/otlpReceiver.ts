import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

interface ReceivedSpan {
  readonly traceId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: ReadonlyArray<{ readonly key: string }>
}

/** An OTLP receiver on this machine, with the spans it received. */
export interface OtlpReceiver {
  readonly address: string
  readonly text: () => string
  readonly spans: () => ReadonlyArray<ReceivedSpan>
  readonly close: () => Promise<void>
}

/** Starts receiving spans as JSON over HTTP, and answers with `status`. */
export const otlpReceiver = async (status = 200): Promise<OtlpReceiver> => {
  const bodies: Array<string> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => void chunks.push(chunk))
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(status).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join("\n"),
    spans: () =>
      bodies.flatMap((body) => {
        const { resourceSpans } = JSON.parse(body) as {
          readonly resourceSpans: ReadonlyArray<{
            readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<ReceivedSpan> }>
          }>
        }
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      }),
    close: () => new Promise((resolve) => void server.close(() => resolve()))
  }
}
