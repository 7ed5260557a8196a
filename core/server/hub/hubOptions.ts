import type { IncomingMessage } from "node:http"
import type { HubClock } from "./hubClock.ts"
import type { HubConnection } from "./HubConnection.ts"

/** Who a token belongs to. `session` is the application's own and opaque to the hub. */
export interface HubIdentity<Session> {
  readonly session: Session
  /** Names the session in `closeSession`; never the token itself. */
  readonly sessionId: string
  readonly userID: number
  readonly companyID: number
}

/** What the authenticator may know of a request besides its token. Nothing in here is secret. */
export interface RequestFacts {
  readonly step: "negotiate" | "connect" | "poll" | "send" | "end" | "join"
  /** The peer of the socket; forwarding headers are not believed here. */
  readonly remoteAddress: string | undefined
  readonly origin: string | undefined
  readonly userAgent: string | undefined
}

/**
 * A method that clients may invoke. What it resolves to is the completion's result; a `HubMethodError` is the
 * completion's error. Invocations of one connection run one after another, in the order they came.
 */
export type HubMethod<Session> = (connection: HubConnection<Session>, args: ReadonlyArray<unknown>) => Promise<unknown>

/** One line for the operator. Never carries a token, a connection secret or an argument. */
export interface HubLogLine {
  readonly level: "debug" | "info" | "warning" | "error"
  readonly message: string
  readonly connectionId?: string
  readonly userID?: number | null
  /** Of a refused request, as the log line of a refused call has them. */
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly address?: string
}

/** Bounds of what one peer, and all of them together, can take. Times in milliseconds, sizes in bytes. */
export interface HubLimits {
  /** The longest silence the server allows itself on an open connection. */
  readonly keepAliveMillis: number
  /** A client not heard from for this long is dropped. */
  readonly clientTimeoutMillis: number
  /** From negotiation to connecting, and from connecting to the handshake. */
  readonly handshakeTimeoutMillis: number
  /** How long a closed peer may take to read the rest before its socket is destroyed. */
  readonly closeGraceMillis: number
  /** How often `liveSessions` is asked about the sessions that hold connections. */
  readonly sessionCheckMillis: number
  /** Largest message a client may send. A frame or a request body may join several, up to eight times as much. */
  readonly maxMessageBytes: number
  /** What may wait to be read by one client before it is dropped. */
  readonly maxBufferedBytes: number
  /** Connections held at once, those only negotiated included. */
  readonly maxConnections: number
  /** The same for one user. */
  readonly maxConnectionsPerUser: number
  /** Calls of one connection that may wait before it is read no further. */
  readonly maxPendingInvocations: number
}

/** The official client pings every 15 s and gives up after 30 s of silence; the times below are its counterparts. */
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

/** What makes a hub server. */
export interface HubServerOptions<Session> extends Partial<HubLimits> {
  /** Where the hub is served, such as `/api/hub`; negotiation is at `{path}/negotiate`. */
  readonly path: string
  /**
   * Who a token belongs to, or null for nobody (401). Asked for every request, as long polling and event streams
   * make many. A rejection answers 503.
   */
  readonly authenticate: (token: string | null, facts: RequestFacts) => Promise<HubIdentity<Session> | null>
  /**
   * Which of these sessions still live; connections of the others are closed. Without it, a connection ends with its
   * session only when `closeSession` is called.
   */
  readonly liveSessions?: (sessionIds: ReadonlyArray<string>) => Promise<ReadonlySet<string>>
  /** Invocable methods by name; names are matched without regard to case, as ASP.NET Core does. */
  readonly methods: Readonly<Record<string, HubMethod<Session>>>
  /** Origins of browsers allowed besides the hub's own host, such as `https://console.example`. */
  readonly allowedOrigins?: ReadonlyArray<string>
  /** From where a request comes: the peer of its socket, unless somebody knows better. */
  readonly addressOf?: (request: IncomingMessage) => string
  readonly clock?: HubClock
  readonly log: (line: HubLogLine) => void
}
