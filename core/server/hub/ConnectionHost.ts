import type { HubConnection } from "./HubConnection.ts"
import type { HubLimits, HubLogLine } from "./hubOptions.ts"
import type { InvocationHost } from "./Invocations.ts"

/** What a connection asks of the server that holds it. */
export interface ConnectionHost<Session> {
  readonly limits: HubLimits
  readonly now: () => number
  readonly log: (line: HubLogLine) => void
  readonly invocations: (connection: HubConnection<Session>) => Pick<InvocationHost, "method" | "failed">
  /** The handshake is done. */
  readonly opened: (connection: HubConnection<Session>) => void
  readonly joined: (connection: HubConnection<Session>, group: string) => void
  readonly left: (connection: HubConnection<Session>, group: string) => void
  /** False when that session has ended already. */
  readonly bound: (connection: HubConnection<Session>, sessionId: string) => boolean
  /** No more messages for it: it leaves its groups. Its last words may still be on their way. */
  readonly closing: (connection: HubConnection<Session>) => void
  /** Nothing is left of it. */
  readonly closed: (connection: HubConnection<Session>) => void
}
