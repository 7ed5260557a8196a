import { connect } from "node:net"

/** The result of a load. */
export interface Load {
  readonly perSecond: number
  /** The median and the 99th percentile in milliseconds. */
  readonly p50: number
  readonly p99: number
}

const bodyStart = Buffer.from("\r\n\r\n")

/** One client: a socket that sends a request, reads the whole response, and sends the next one. Much cheaper than `fetch`. */
const client = (port: number, next: () => Buffer | null, answered: (millis: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true })
    let received = Buffer.alloc(0)
    let expected = -1
    let began = 0
    const send = () => {
      const request = next()
      if (request === null) return void socket.end(resolve)
      received = Buffer.alloc(0)
      expected = -1
      began = performance.now()
      socket.write(request)
    }
    socket.on("connect", send)
    socket.on("error", reject)
    socket.on("data", (piece) => {
      received = received.length === 0 ? piece : Buffer.concat([received, piece])
      if (expected < 0) {
        const at = received.indexOf(bodyStart)
        if (at < 0) return
        const head = received.toString("latin1", 0, at)
        if (!head.startsWith("HTTP/1.1 200")) return reject(new Error(`answered ${head.split("\r\n", 1)[0]}`))
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) return reject(new Error("an answer without a length"))
        expected = at + 4 + Number(length)
      }
      if (received.length < expected) return
      answered(performance.now() - began)
      send()
    })
  })

/** `clients` sockets request `paths` in turn for `seconds`. */
export const load = (port: number, paths: ReadonlyArray<string>, token: string, size: LoadSize = {}): Promise<Load> =>
  loadRequests(port, inTurn(paths.map((path) => requestOf({ method: "GET", path, token }))), size)

/** A request of a load. Its body is sent as JSON. */
export interface LoadRequest {
  readonly method: "GET" | "POST" | "PUT"
  readonly path: string
  readonly token: string
  readonly body?: object
}

/** The bytes of a request. */
export const requestOf = ({ method, path, token, body }: LoadRequest): Buffer => {
  const text = body === undefined ? "" : JSON.stringify(body)
  const about =
    body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${token}\r\n${about}\r\n${text}`)
}

/** Cycles through the requests. Reused for another load, it continues where it was. */
export const inTurn = (requests: ReadonlyArray<Buffer>): (() => Buffer | null) => {
  let at = 0
  return () => requests[at++ % requests.length] ?? null
}

interface LoadSize {
  readonly clients?: number
  readonly seconds?: number
}

/** `clients` sockets send the requests that `following` returns, for `seconds`. */
export const loadRequests = async (
  port: number,
  following: () => Buffer | null,
  { clients = 16, seconds = 3 }: LoadSize = {}
): Promise<Load> => {
  const times: Array<number> = []
  const end = performance.now() + seconds * 1000
  const next = () => (performance.now() > end ? null : following())
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, () => client(port, next, (millis) => times.push(millis))))
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { perSecond: times.length / elapsed, p50: percentile(0.5), p99: percentile(0.99) }
}
