import type { IncomingMessage, ServerResponse } from "node:http"
import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { briefWait } from "#core/base/waitWords.ts"

/** Why a request is refused: the status, and the message that the client's error shows. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 500 | 503
  readonly text: string
}

/** Refusals used in several places. */
export const refusals = {
  idMissing: { status: 400, text: "The connection id is missing." },
  signedOut: { status: 401, text: "Sign in to use the live hub." },
  wrongOrigin: { status: 403, text: "Pages of this origin may not use the live hub." },
  unknownConnection: { status: 404, text: "There is no connection with this id." },
  unknownPlace: { status: 404, text: "There is nothing here." },
  wrongMethod: { status: 405, text: "The live hub does not take this method here." },
  inUse: { status: 409, text: "The connection already has a transport." },
  notPosting: { status: 409, text: "The connection does not take posts now." },
  tooLarge: { status: 413, text: "The messages are too large." },
  defect: { status: 500, text: "The live hub failed." },
  full: { status: 503, text: "The live hub takes no more connections now. Try again later." },
  unavailable: { status: 503, text: "The session cannot be checked now. Try again later." }
} as const satisfies Record<string, Refusal>

/** Headers that a refusal's status requires. */
const headersFor = (status: number): Readonly<Record<string, string>> => ({
  ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
  ...(status === 503 ? { "Retry-After": String(briefWait) } : {}),
  // The rest of a body that is too large is not read.
  ...(status === 413 ? { Connection: "close" } : {})
})

/** Responds with text, which is empty for an accepted request. */
export const answer = (response: ServerResponse, status: number, text = ""): void => {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    ...headersFor(status)
  })
  response.end(text)
}

/** Responds with JSON. */
export const answerJson = (response: ServerResponse, value: unknown): void => {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body)
}

/** Refuses an upgrade request and ends its socket. */
export const refuseUpgrade = (socket: Duplex, { status, text }: Refusal): void => {
  if (socket.destroyed) return
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headersFor(status)).map(([name, value]) => `${name}: ${value}`)
  ]
  socket.once("finish", () => socket.destroy())
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`)
}

/** Headers of every response of the hub: not cached, and readable by pages of the allowed origin. */
export const setCommonHeaders = (request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader("Cache-Control", "no-cache, no-store")
  response.setHeader("X-Content-Type-Options", "nosniff")
  response.setHeader("Vary", "Origin")
  const { origin } = request.headers
  if (origin === undefined) return
  response.setHeader("Access-Control-Allow-Origin", origin)
  response.setHeader("Access-Control-Allow-Credentials", "true")
}

/** Answers a browser's preflight request, after its origin was found allowed. */
export const answerPreflight = (response: ServerResponse): void => {
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, DELETE")
  response.setHeader(
    "Access-Control-Allow-Headers",
    "Authorization, Content-Type, X-Requested-With, X-SignalR-User-Agent"
  )
  response.setHeader("Access-Control-Max-Age", "600")
  response.writeHead(204).end()
}
