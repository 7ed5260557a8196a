import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { CompanyFacts } from "./companyServer.ts"
import { loadRequests } from "./loadClients.ts"

/** Milliseconds per second. */
const second = 1000

/** A customer's server that records when each message arrived, and responds immediately. */
export const openCounter = async () => {
  const arrivals: Array<number> = []
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      arrivals.push(performance.now())
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** Makes a call with a session or a key, and returns the response's data. */
export const ask = async <A>(
  { port, token }: Pick<CompanyFacts, "port" | "token">,
  method: string,
  path: string,
  body?: object
): Promise<A> => {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { authorization: token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: A }).data
}

/**
 * Sends a fixed number of requests per second for some seconds, without waiting for responses, and returns each response time.
 */
export const paced = async (
  port: number,
  following: () => Buffer | null,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number }
): Promise<ReadonlyArray<number>> => {
  const figures: Array<number> = []
  const begun = performance.now()
  const waiting: Array<Promise<void>> = []
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const due = begun + (nth * second) / perSecond
    await new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const request = following()
    let sent = false
    const once = () => (sent ? null : ((sent = true), request))
    waiting.push(loadRequests(port, once, { clients: 1, seconds: 60 }).then(({ p50 }) => void figures.push(p50)))
  }
  await Promise.all(waiting)
  return figures
}

/** Arrivals per second between two times. */
export const rateBetween = (arrivals: ReadonlyArray<number>, from: number, to: number): number =>
  (arrivals.filter((at) => at >= from && at < to).length * second) / (to - from)

/** The value that this share of the figures does not exceed. */
export const percentileOf = (figures: ReadonlyArray<number>, share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ?? Number.NaN
