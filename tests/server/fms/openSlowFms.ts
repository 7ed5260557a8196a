import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** An FMS that doesn't answer until `fail` is called; it refuses all requests from then on. */
export const openSlowFms = async () => {
  const waiting: Array<ServerResponse> = []
  let failing = false
  const refuse = (response: ServerResponse) => void response.writeHead(500).end()
  const server = createServer((_request, response) => {
    if (failing) refuse(response)
    else waiting.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => waiting.length,
    fail: () => {
      failing = true
      waiting.splice(0).forEach(refuse)
    }
  }
}
