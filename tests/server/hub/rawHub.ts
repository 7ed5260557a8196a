import { type IncomingHttpHeaders, request } from "node:http"
import { onTestFinished } from "vitest"
import { WebSocket } from "ws"
import { people, type TestHub, until } from "./hubHarness.ts"

/** The record separator that ends every message. */
export const END = "\u001e"

export const handshake = `{"protocol":"json","version":1}${END}`

/** A complete response. */
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface RawRequest {
  readonly method?: string
  /** The path after the hub's, such as `/negotiate`. */
  readonly place?: string
  readonly query?: Readonly<Record<string, string>>
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Sends one HTTP request to the hub, as Ann by default. */
export const ask = (hub: TestHub, options: RawRequest = {}): Promise<RawAnswer> => {
  const { body, headers = {}, method = "GET", place = "", query = {}, token = people.ann.token } = options
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  const search = new URLSearchParams(query).toString()
  return new Promise((resolve, reject) => {
    const sent = request(
      `${hub.url}${place}${search === "" ? "" : `?${search}`}`,
      { method, headers: { ...authorization, ...headers } },
      (response) => {
        const parts: Array<Buffer> = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString()
          })
        )
      }
    )
    sent.on("error", reject)
    sent.end(body)
  })
}

export interface Negotiated {
  readonly negotiateVersion: number
  readonly connectionId: string
  readonly connectionToken: string
  readonly useStatefulReconnect?: boolean
  readonly availableTransports: ReadonlyArray<{ readonly transport: string }>
  readonly error?: string
}

/** Negotiates and parses the response. */
export const negotiate = async (hub: TestHub, options: RawRequest = {}): Promise<Negotiated> => {
  const query = { negotiateVersion: "1", ...options.query }
  const answer = await ask(hub, { method: "POST", place: "/negotiate", ...options, query })
  if (answer.status !== 200) throw new Error(`negotiate: ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as Negotiated
}

/** A plain WebSocket to the hub and what it received. */
export interface RawSocket {
  readonly socket: WebSocket
  /** Every frame as text. */
  readonly frames: ReadonlyArray<string>
  /** Every message, parsed, starting with the handshake response. */
  readonly messages: () => ReadonlyArray<Record<string, unknown>>
  readonly send: (...messages: ReadonlyArray<unknown>) => void
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

export interface SocketOptions {
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

const dial = (hub: TestHub, options: SocketOptions): WebSocket => {
  const { headers = {}, id, query = {}, token = people.ann.token } = options
  const search = new URLSearchParams({ ...query, ...(id === undefined ? {} : { id }) }).toString()
  return new WebSocket(`${hub.url.replace("http", "ws")}?${search}`, {
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers }
  })
}

/** Opens a WebSocket without a handshake. */
export const openSocket = async (hub: TestHub, options: SocketOptions = {}): Promise<RawSocket> => {
  const socket = dial(hub, options)
  const frames: Array<string> = []
  socket.on("message", (data) => frames.push(String(data)))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve)
    socket.on("error", reject)
  })
  onTestFinished(() => socket.terminate())
  return {
    socket,
    frames,
    closed,
    messages: () => parseRecords(frames.join("")),
    send: (...messages) => socket.send(messages.map((message) => JSON.stringify(message) + END).join(""))
  }
}

/** Opens a WebSocket and completes the handshake. */
export const openHub = async (hub: TestHub, options: SocketOptions = {}): Promise<RawSocket> => {
  const raw = await openSocket(hub, options)
  raw.socket.send(handshake)
  await until("the handshake is answered", () => raw.frames.length > 0)
  return raw
}

/** The status and text of a refused upgrade. */
export const refusedUpgrade = (
  hub: TestHub,
  options: SocketOptions = {}
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const socket = dial(hub, options)
    socket.on("error", reject)
    socket.on("open", () => reject(new Error("the upgrade was accepted")))
    socket.on("unexpected-response", (_, response) => {
      let text = ""
      response.on("data", (part: Buffer) => {
        text += part.toString()
      })
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
    })
  })

/** Splits text into messages. Throws if the last one is incomplete. */
export const parseRecords = (text: string): ReadonlyArray<Record<string, unknown>> => {
  const records = text.split(END)
  if (records.pop() !== "") throw new Error("the last message is not whole")
  return records.map((record) => JSON.parse(record) as Record<string, unknown>)
}
