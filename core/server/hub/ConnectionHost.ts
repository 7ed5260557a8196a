import type { HubConnection } from "./HubConnection.ts"
import type { HubLimits, HubLogLine } from "./hubOptions.ts"
import type { InvocationHost } from "./Invocations.ts"

/** The server, as a connection uses it. */
export interface ConnectionHost<Session> {
  readonly limits: HubLimits
  readonly now: () => number
  readonly log: (line: HubLogLine) => void
  readonly invocations: (connection: HubConnection<Session>) => Pick<InvocationHost, "method" | "failed">
  /** The handshake is done. */
  readonly opened: (connection: HubConnection<Session>) => void
  readonly joined: (connection: HubConnection<Session>, group: string) => void
  readonly left: (connection: HubConnection<Session>, group: string) => void
  /** False if that session has already ended. */
  readonly bound: (connection: HubConnection<Session>, sessionId: string) => boolean
  /** The connection leaves its groups and gets no more messages. It may still be sending its last ones. */
  readonly closing: (connection: HubConnection<Session>) => void
  /** The connection is gone. */
  readonly closed: (connection: HubConnection<Session>) => void
}
