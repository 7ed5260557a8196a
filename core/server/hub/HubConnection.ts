import { ClientMessages } from "./ClientMessages.ts"
import type { ConnectionHost } from "./ConnectionHost.ts"
import type { EncodedMessage } from "./EncodedMessage.ts"
import type { HubIdentity, HubLogLine } from "./hubOptions.ts"
import { Invocations } from "./Invocations.ts"
import * as protocol from "./jsonProtocol.ts"
import type { HubTransport, TransportEvents } from "./transports/HubTransport.ts"
import { Waiters } from "./Waiters.ts"

/** Why a connection ends, as the client sees it. */
export interface CloseReason {
  readonly error?: string
  /** Whether a client with automatic reconnect should reconnect. */
  readonly allowReconnect?: boolean
}

type State = "negotiated" | "handshaking" | "open" | "closing" | "closed"

/** A client of the hub, from its negotiation to its end, over any transport. */
export class HubConnection<Session> {
  /** Public: safe to log. Only the registry knows the secret by which clients connect. */
  readonly id: string
  readonly identity: HubIdentity<Session>
  readonly #host: ConnectionHost<Session>
  readonly #invocations: Invocations
  readonly #messages: ClientMessages
  readonly #groups = new Set<string>()
  readonly #sessions = new Set<string>()
  #transport: HubTransport | undefined
  #state: State = "negotiated"
  #since: number
  #lastReceived: number
  #lastSent: number
  readonly #readers = new Waiters()

  constructor(host: ConnectionHost<Session>, id: string, identity: HubIdentity<Session>) {
    this.id = id
    this.identity = identity
    this.#host = host
    this.#since = this.#lastReceived = this.#lastSent = host.now()
    this.#invocations = new Invocations(
      {
        ...host.invocations(this),
        send: (message) => this.send(message),
        roomToCall: () => this.#readOn()
      },
      host.limits.maxPendingInvocations
    )
    this.#messages = new ClientMessages(
      {
        phase: () => (this.over ? "over" : this.open ? "open" : "handshaking"),
        handshake: () => this.#handshake(),
        closed: () => this.#leftByClient(),
        violated: (reason) => this.#violated(reason)
      },
      this.#invocations,
      host.limits.maxMessageBytes
    )
  }

  get groups(): ReadonlySet<string> {
    return this.#groups
  }

  /** The sessions whose end closes it: the one it connected with, and those bound later. */
  get sessions(): ReadonlySet<string> {
    return this.#sessions
  }

  get transport(): HubTransport | undefined {
    return this.#transport
  }

  /** Whether its handshake is done and it is not closing. */
  get open(): boolean {
    return this.#state === "open"
  }

  /** Whether it is closing or closed. */
  get over(): boolean {
    return this.#state === "closing" || this.#state === "closed"
  }

  /** Whether it still waits for its first transport. */
  get fresh(): boolean {
    return this.#state === "negotiated"
  }

  /** From now on it also ends with that session. False if it, or the session, has already ended. */
  bindSession(sessionId: string): boolean {
    if (this.over || !this.#host.bound(this, sessionId)) return false
    this.#sessions.add(sessionId)
    return true
  }

  /** Receives messages to the group from now on. Does nothing on an ended connection. */
  joinGroup(group: string): void {
    if (this.#state !== "open" || this.#groups.has(group)) return
    this.#groups.add(group)
    this.#host.joined(this, group)
  }

  leaveGroup(group: string): void {
    if (this.#groups.delete(group)) this.#host.left(this, group)
  }

  /** Sets its only transport. */
  attach(open: (events: TransportEvents) => HubTransport): void {
    const transport: HubTransport = open({
      received: (bytes) => this.#receive(transport, bytes),
      heard: () => this.#heard(),
      violated: (reason) => this.#violated(reason),
      broken: (problem) => this.#broken(transport, problem),
      ended: (problem) => this.#transportEnded(transport, problem)
    })
    this.#transport = transport
    this.#heard()
    this.#state = "handshaking"
    this.#since = this.#host.now()
  }

  /** Takes bytes from a separate request. Resolves when it can take more. */
  receive(bytes: Buffer): Promise<void> {
    if (this.#transport !== undefined) this.#receive(this.#transport, bytes)
    return this.#invocations.crowded ? this.#readers.wait() : Promise.resolve()
  }

  /** Sends to the client, or drops a client that stopped reading. Never waits. */
  send(message: EncodedMessage): void {
    const transport = this.#transport
    if (this.#state !== "open" || transport === undefined) return
    transport.send(message)
    this.#lastSent = this.#host.now()
    if (transport.bufferedBytes > this.#host.limits.maxBufferedBytes) this.#drop(transport)
  }

  /** Sends a close message, and ends after the client has read it. */
  close(reason: CloseReason): void {
    if (this.over) return
    const transport = this.#transport
    if (transport === undefined) {
      this.#finish("closed")
      return
    }
    if (this.#state === "open") transport.send(protocol.close(reason.error, reason.allowReconnect ?? false))
    else if (reason.error !== undefined) transport.send(protocol.handshakeRefused(reason.error))
    this.#leave("closing")
    transport.close()
  }

  /** Ends it immediately. */
  abort(why: string): void {
    const transport = this.#transport
    this.#finish(why)
    transport?.abort()
  }

  /** Sends pings, and ends connections that have been silent or without handshake for too long. */
  tick(tickMillis: number): void {
    const { limits, now } = this.#host
    const time = now()
    if (this.#state === "closing") {
      if (time - this.#since >= limits.closeGraceMillis) this.abort("did not read its close message")
    } else if (this.#state === "open") {
      this.#tickOpen(time, tickMillis)
    } else if (time - this.#since >= limits.handshakeTimeoutMillis) {
      this.close({ error: "The handshake took too long." })
    }
  }

  #tickOpen(time: number, tickMillis: number): void {
    const { clientTimeoutMillis, keepAliveMillis } = this.#host.limits
    if (time - this.#lastReceived >= clientTimeoutMillis) {
      this.#log("warning", `dropped: not heard from for ${Math.round(clientTimeoutMillis / 1000)} s`)
      this.close({ error: "The server has not heard from the client in time.", allowReconnect: true })
      return
    }
    // One tick early, because the next check is a tick later.
    if (time - this.#lastSent >= keepAliveMillis - tickMillis) this.send(protocol.ping)
  }

  #receive(transport: HubTransport, bytes: Buffer): void {
    if (this.over || transport !== this.#transport) return
    this.#heard()
    this.#messages.read(bytes)
    if (this.#invocations.crowded) transport.pause?.()
  }

  #readOn(): void {
    this.#transport?.resume?.()
    this.#readers.wake()
  }

  #handshake(): void {
    this.#state = "open"
    this.#host.opened(this)
    this.send(protocol.handshakeAccepted)
    this.#log("debug", `connected over ${this.#transport?.kind}`)
  }

  #leftByClient(): void {
    this.#leave("closing")
    this.#transport?.close()
  }

  #broken(transport: HubTransport, problem: string): void {
    if (transport !== this.#transport || this.over) return
    this.#log("debug", `broke its transport: ${problem}`)
    this.#leave("closing")
  }

  #transportEnded(transport: HubTransport, problem: string | undefined): void {
    if (transport !== this.#transport) return
    this.#finish(problem ?? "ended by the client")
  }

  #violated(reason: string): void {
    if (this.over) return
    this.#log("debug", `broke the protocol: ${reason}`)
    this.close({ error: reason })
  }

  #drop(transport: HubTransport): void {
    const { bufferedBytes } = transport
    this.#log("warning", `dropped: stopped reading with ${bufferedBytes} bytes waiting over ${transport.kind}`)
    this.abort("stopped reading")
  }

  #heard(): void {
    this.#lastReceived = this.#host.now()
  }

  #leave(state: "closing" | "closed"): void {
    if (!this.over) {
      this.#invocations.stop()
      this.#host.closing(this)
      this.#groups.clear()
      this.#since = this.#host.now()
    }
    this.#state = state
  }

  #finish(why: string): void {
    if (this.#state === "closed") return
    this.#leave("closed")
    this.#transport = undefined
    this.#log("debug", `disconnected: ${why}`)
    this.#host.closed(this)
  }

  #log(level: HubLogLine["level"], message: string): void {
    this.#host.log({ level, message: `Hub connection ${message}`, connectionId: this.id, userID: this.identity.userID })
  }
}
