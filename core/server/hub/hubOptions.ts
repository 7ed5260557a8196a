import type { IncomingMessage } from "node:http"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import type { HubClock } from "./hubClock.ts"
import type { HubConnection } from "./HubConnection.ts"

/** The owner of a token. `session` is opaque to the hub. */
export interface HubIdentity<Session> {
  readonly session: Session
  /** Identifies the session in `closeSession`; never the token itself. */
  readonly sessionId: string
  readonly userID: UserId
  readonly companyID: CompanyId
}

/** Facts about a request for the authenticator, besides the token. Contains no secrets. */
export interface RequestFacts {
  readonly step: "negotiate" | "connect" | "poll" | "send" | "end" | "join"
  /** The peer of the socket; forwarding headers are not trusted here. */
  readonly remoteAddress: string | undefined
  readonly origin: string | undefined
  readonly userAgent: string | undefined
}

/**
 * A method that clients may invoke. Its result becomes the completion's result, a `HubMethodError` the completion's error.
 * Invocations of one connection run one after another, in order.
 */
export type HubMethod<Session> = (connection: HubConnection<Session>, args: ReadonlyArray<unknown>) => Promise<unknown>

/** A log line for the operator. Never contains a token, a connection secret or an argument. */
export interface HubLogLine {
  readonly level: "debug" | "info" | "warning" | "error"
  readonly message: string
  readonly connectionId?: string
  readonly userID?: UserId | null
  /** For a refused request, as in the log line of a refused call. */
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly address?: string
}

/** Limits per peer and overall. Times in milliseconds, sizes in bytes. */
export interface HubLimits {
  /** The longest silence of the server on an open connection. */
  readonly keepAliveMillis: number
  /** A client that was silent for this long is dropped. */
  readonly clientTimeoutMillis: number
  /** From negotiation to connecting, and from connecting to the handshake. */
  readonly handshakeTimeoutMillis: number
  /** How long a closed peer may take to read the rest before its socket is destroyed. */
  readonly closeGraceMillis: number
  /** How often to check with `liveSessions` which sessions with connections are still live. */
  readonly sessionCheckMillis: number
  /** The maximum size of a client's message. A frame or request body may combine several, up to eight times as much. */
  readonly maxMessageBytes: number
  /** The maximum number of unread bytes per client before it is dropped. */
  readonly maxBufferedBytes: number
  /** The maximum number of connections, including those only negotiated. */
  readonly maxConnections: number
  /** The same per user. */
  readonly maxConnectionsPerUser: number
  /** The number of waiting calls of a connection above which reading pauses. */
  readonly maxPendingInvocations: number
}

/** The official client pings every 15 s and gives up after 30 s of silence; these times match that. */
export const defaultLimits: HubLimits = {
  keepAliveMillis: 15_000,
  clientTimeoutMillis: 30_000,
  handshakeTimeoutMillis: 15_000,
  closeGraceMillis: 5_000,
  sessionCheckMillis: 60_000,
  maxMessageBytes: 32 * 1024,
  maxBufferedBytes: 1024 * 1024,
  maxConnections: 10_000,
  maxConnectionsPerUser: 100,
  maxPendingInvocations: 64
}

/** Everything needed to create a hub server. */
export interface HubServerOptions<Session> extends Partial<HubLimits> {
  /** The hub's path, such as `/api/hub`; negotiation is at `{path}/negotiate`. */
  readonly path: string
  /**
   * The owner of a token, or null if there is none (401). Called for every request, and long polling and event streams make
   * many. A rejection answers 503.
   */
  readonly authenticate: (token: string | null, facts: RequestFacts) => Promise<HubIdentity<Session> | null>
  /**
   * Which of these sessions are still live; connections of the others are closed. Without it, a connection ends with its
   * session only when `closeSession` is called.
   */
  readonly liveSessions?: (sessionIds: ReadonlyArray<string>) => Promise<ReadonlySet<string>>
  /** Methods by name, ignoring case as ASP.NET Core does. */
  readonly methods: Readonly<Record<string, HubMethod<Session>>>
  /** Allowed origins of browsers besides the hub's own host, such as `https://console.example`. */
  readonly allowedOrigins?: ReadonlyArray<string>
  /** Returns the client's address; the default is the peer of the socket. */
  readonly addressOf?: (request: IncomingMessage) => string
  readonly clock?: HubClock
  readonly log: (line: HubLogLine) => void
}
