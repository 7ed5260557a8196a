import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { WebSocketServer } from "ws"
import { describeFailure } from "./describeFailure.ts"
import type { HubConnection } from "./HubConnection.ts"
import type { HubRegistry } from "./HubRegistry.ts"
import type { HubIdentity, HubLimits, HubServerOptions, RequestFacts } from "./hubOptions.ts"
import type { HubRequest } from "./hubRequest.ts"
import { originAllowed, takeHubRequest } from "./hubRequest.ts"
import type { Refusal } from "./hubResponses.ts"
import { answer, answerJson, answerPreflight, refusals, refuseUpgrade, setCommonHeaders } from "./hubResponses.ts"
import { negotiate } from "./negotiate.ts"
import { readBody } from "./readBody.ts"
import { LongPollingTransport } from "./transports/longPolling.ts"
import { ServerSentEventsTransport } from "./transports/serverSentEvents.ts"
import { WebSocketTransport } from "./transports/webSockets.ts"

/** Statuses of refusals that may be attacks. */
const suspicious: ReadonlySet<number> = new Set([401, 403])

/** How many messages of the maximum size one frame or body may combine. */
const JOINED_MESSAGES = 8

/** Answers the hub's HTTP requests and accepts its WebSockets. */
export class HubEndpoints<Session> {
  readonly #options: HubServerOptions<Session>
  readonly #registry: HubRegistry<Session>
  readonly #maxUnitBytes: number
  readonly #webSockets: WebSocketServer
  readonly #posting = new WeakSet<HubConnection<Session>>()

  constructor(options: HubServerOptions<Session>, limits: HubLimits, registry: HubRegistry<Session>) {
    this.#options = options
    this.#registry = registry
    this.#maxUnitBytes = limits.maxMessageBytes * JOINED_MESSAGES
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: this.#maxUnitBytes
    })
  }

  /** Answers a request for the hub. Returns false, without any effect, for any other request. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const taken = takeHubRequest(request, this.#options.path)
    if (taken === null) return false
    this.#serve(request, response, taken).then(
      (refusal) => {
        if (refusal === null) return
        this.#noteRefusal(request, refusal)
        answer(response, refusal.status, refusal.text)
      },
      (cause: unknown) => {
        this.#defect(cause, taken)
        answer(response, refusals.defect.status, refusals.defect.text)
      }
    )
    return true
  }

  /** Takes over the socket of an upgrade request for the hub. Returns false, without any effect, for any other request. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const taken = takeHubRequest(request, this.#options.path)
    if (taken === null) return false
    const dropped = (): void => {
      socket.destroy()
    }
    socket.on("error", dropped)
    this.#upgrade(request, socket, head, taken).then(
      (refusal) => {
        if (refusal === null) {
          socket.off("error", dropped)
          return
        }
        this.#noteRefusal(request, refusal)
        refuseUpgrade(socket, refusal)
      },
      (cause: unknown) => {
        this.#defect(cause, taken)
        refuseUpgrade(socket, refusals.defect)
      }
    )
    return true
  }

  async #serve(request: IncomingMessage, response: ServerResponse, taken: HubRequest): Promise<Refusal | null> {
    if (!originAllowed(request, this.#options.allowedOrigins ?? [])) return refusals.wrongOrigin
    setCommonHeaders(request, response)
    if (taken.place === "unknown") return refusals.unknownPlace
    if (request.method === "OPTIONS") {
      answerPreflight(response)
      return null
    }
    if (taken.place === "negotiate") return this.#negotiate(request, response, taken)
    switch (request.method) {
      case "GET":
        return request.headers.accept?.includes("text/event-stream") === true
          ? this.#openEventStream(response, taken)
          : this.#poll(response, taken)
      case "POST":
        return this.#post(request, response, taken)
      case "DELETE":
        return this.#delete(response, taken)
      default:
        return refusals.wrongMethod
    }
  }

  async #negotiate(request: IncomingMessage, response: ServerResponse, taken: HubRequest): Promise<Refusal | null> {
    if (request.method !== "POST") return refusals.wrongMethod
    const identity = await this.#identify(taken, "negotiate")
    if ("status" in identity) return identity
    const result = negotiate(this.#registry, identity, taken.query)
    if ("status" in result) return result
    answerJson(response, result)
    return null
  }

  async #openEventStream(response: ServerResponse, taken: HubRequest): Promise<Refusal | null> {
    const connection = await this.#connection(taken, "connect")
    if ("status" in connection) return connection
    if (!connection.fresh) return connection.over ? refusals.unknownConnection : refusals.inUse
    connection.attach((events) => new ServerSentEventsTransport(response, events))
    return null
  }

  async #poll(response: ServerResponse, taken: HubRequest): Promise<Refusal | null> {
    const leaving = this.#leavingPoller(taken)
    if (leaving !== null) {
      leaving.poll(response)
      return null
    }
    const connection = await this.#connection(taken, "poll")
    if ("status" in connection) return connection
    if (connection.fresh) connection.attach((events) => new LongPollingTransport(response, events))
    else if (connection.transport instanceof LongPollingTransport) connection.transport.poll(response)
    else return connection.over ? refusals.unknownConnection : refusals.inUse
    return null
  }

  async #post(request: IncomingMessage, response: ServerResponse, taken: HubRequest): Promise<Refusal | null> {
    const connection = await this.#connection(taken, "send")
    if ("status" in connection) return connection
    if (connection.over) return refusals.unknownConnection
    const kind = connection.transport?.kind
    if (kind === undefined || kind === "WebSockets" || this.#posting.has(connection)) return refusals.notPosting
    this.#posting.add(connection)
    try {
      const body = await readBody(request, this.#maxUnitBytes)
      if (body === "brokenOff") return null
      if (body === "tooLarge") {
        connection.close({ error: refusals.tooLarge.text })
        return refusals.tooLarge
      }
      if (connection.over) return refusals.unknownConnection
      await connection.receive(body.bytes)
    } finally {
      this.#posting.delete(connection)
    }
    answer(response, 200)
    return null
  }

  async #delete(response: ServerResponse, taken: HubRequest): Promise<Refusal | null> {
    const leaving = this.#leavingPoller(taken)
    if (leaving === null) {
      const connection = await this.#connection(taken, "end")
      if ("status" in connection) return connection
      if (!(connection.transport instanceof LongPollingTransport)) return refusals.wrongMethod
      connection.abort("ended by the client")
    } else {
      leaving.abort()
    }
    answer(response, 202)
    return null
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, taken: HubRequest): Promise<Refusal | null> {
    if (!originAllowed(request, this.#options.allowedOrigins ?? [])) return refusals.wrongOrigin
    if (taken.place !== "hub") return refusals.unknownPlace
    const connection = await this.#upgradedConnection(taken)
    if ("status" in connection) return connection
    if (!connection.fresh) return connection.over ? refusals.unknownConnection : refusals.inUse
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      connection.attach((events) => new WebSocketTransport(webSocket, socket, events))
    })
    return null
  }

  /**
   * The negotiated connection, or else a new one: the client may have skipped negotiation, or negotiated with another server
   * behind the same proxy. Its token opens either.
   */
  async #upgradedConnection(taken: HubRequest): Promise<HubConnection<Session> | Refusal> {
    const identity = await this.#identify(taken, "connect")
    if ("status" in identity) return identity
    const negotiated = this.#registry.find(taken.query.get("id") ?? "")
    if (negotiated?.identity.sessionId === identity.sessionId) return negotiated
    const created = this.#registry.create(identity)
    return "status" in created ? created : created.connection
  }

  /**
   * The connection named by a request, if the request has the session that opened it. Otherwise the response is the same as for
   * an unknown connection.
   */
  async #connection(taken: HubRequest, step: RequestFacts["step"]): Promise<HubConnection<Session> | Refusal> {
    const identity = await this.#identify(taken, step)
    if ("status" in identity) return identity
    const secret = taken.query.get("id")
    if (secret === null || secret === "") return refusals.idMissing
    const connection = this.#registry.find(secret)
    return connection?.identity.sessionId === identity.sessionId ? connection : refusals.unknownConnection
  }

  /** A closing connection may fetch its last messages even if its session has ended: they were sent before. */
  #leavingPoller(taken: HubRequest): LongPollingTransport | null {
    const connection = this.#registry.find(taken.query.get("id") ?? "")
    const transport = connection?.over === true ? connection.transport : undefined
    return transport instanceof LongPollingTransport ? transport : null
  }

  async #identify(taken: HubRequest, step: RequestFacts["step"]): Promise<HubIdentity<Session> | Refusal> {
    let identity: HubIdentity<Session> | null
    try {
      identity = await this.#options.authenticate(taken.token, { ...taken.facts, step })
    } catch (cause) {
      const what = describeFailure(cause, [taken.token])
      this.#options.log({ level: "error", message: `Hub could not check a session: ${what}` })
      return refusals.unavailable
    }
    return identity === null || this.#registry.sessionEnded(identity.sessionId) ? refusals.signedOut : identity
  }

  /** Logs a possible attack with its address, in the format of a refused call. There is no signed-in user. */
  #noteRefusal(request: IncomingMessage, { status }: Refusal): void {
    if (!suspicious.has(status)) return
    const address = this.#options.addressOf?.(request) ?? request.socket.remoteAddress ?? "unknown"
    const { pathname = "" } = URL.parse(request.url ?? "", "http://hub.invalid") ?? {}
    const { method = "" } = request
    this.#options.log({ level: "info", message: "request", method, path: pathname, status, userID: null, address })
  }

  #defect(cause: unknown, taken: HubRequest): void {
    const what = describeFailure(cause, [taken.token, taken.query.get("id")])
    this.#options.log({ level: "error", message: `Hub failed on a request: ${what}` })
  }
}
