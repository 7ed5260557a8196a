import { randomBytes, randomUUID } from "node:crypto"
import type { UserId } from "#core/base/ids.ts"
import { ConnectionIndex } from "./ConnectionIndex.ts"
import type { ConnectionHost } from "./ConnectionHost.ts"
import { HubConnection } from "./HubConnection.ts"
import type { HubIdentity } from "./hubOptions.ts"
import type { Refusal } from "./hubResponses.ts"
import { refusals } from "./hubResponses.ts"

/** How long an ended session is remembered: longer than any token check that started before its end. */
const ENDED_SESSION_MILLIS = 60_000

/**
 * All connections of a server, indexed by secret, group, user and session. Also remembers recently ended sessions, so that a
 * connection whose token was checked just before can't slip in.
 */
export class HubRegistry<Session> {
  readonly #host: ConnectionHost<Session>
  readonly #bySecret = new Map<string, HubConnection<Session>>()
  readonly #byGroup = new ConnectionIndex<string, HubConnection<Session>>()
  readonly #byUser = new ConnectionIndex<number, HubConnection<Session>>()
  readonly #bySession = new ConnectionIndex<string, HubConnection<Session>>()
  readonly #endedSessions = new Map<string, number>()
  #shut = false
  #openCount = 0
  #whenEmpty: Array<() => void> = []

  constructor(host: Pick<ConnectionHost<Session>, "limits" | "now" | "log" | "invocations">) {
    this.#host = {
      ...host,
      opened: () => {
        this.#openCount++
      },
      joined: (connection, group) => this.#byGroup.add(group, connection),
      left: (connection, group) => this.#byGroup.remove(group, connection),
      bound: (connection, sessionId) => {
        if (this.sessionEnded(sessionId)) return false
        this.#bySession.add(sessionId, connection)
        return true
      },
      closing: (connection) => {
        if (connection.open) this.#openCount--
        for (const group of connection.groups) this.#byGroup.remove(group, connection)
        for (const sessionId of connection.sessions) this.#bySession.remove(sessionId, connection)
      },
      closed: () => undefined
    }
  }

  /** Connections whose handshake is done and that are not closing. */
  get openCount(): number {
    return this.#openCount
  }

  /** All connections, including those only negotiated and those closing. */
  get all(): Iterable<HubConnection<Session>> {
    return this.#bySecret.values()
  }

  get size(): number {
    return this.#bySecret.size
  }

  find(secret: string): HubConnection<Session> | undefined {
    return this.#bySecret.get(secret)
  }

  inGroup(group: string): ReadonlySet<HubConnection<Session>> | undefined {
    return this.#byGroup.get(group)
  }

  ofUser(userID: UserId): ReadonlySet<HubConnection<Session>> | undefined {
    return this.#byUser.get(userID)
  }

  ofSession(sessionId: string): ReadonlySet<HubConnection<Session>> | undefined {
    return this.#bySession.get(sessionId)
  }

  /** The sessions with connections. */
  sessionIds(): ReadonlyArray<string> {
    return this.#bySession.keys()
  }

  sessionEnded(sessionId: string): boolean {
    return this.#endedSessions.has(sessionId)
  }

  /** Remembers that a session ended: no connection is opened for it any more. */
  endSession(sessionId: string): void {
    this.#endedSessions.set(sessionId, this.#host.now())
  }

  /** Drops old entries. */
  tick(): void {
    const before = this.#host.now() - ENDED_SESSION_MILLIS
    for (const [sessionId, endedAt] of this.#endedSessions) {
      if (endedAt > before) break
      this.#endedSessions.delete(sessionId)
    }
  }

  /** Accepts no new connections from now on. */
  shut(): void {
    this.#shut = true
  }

  /** Resolves when there are no connections. */
  empty(): Promise<void> {
    return new Promise((resolve) => {
      if (this.size === 0) resolve()
      else this.#whenEmpty.push(resolve)
    })
  }

  /** Opens a connection that waits for its transport, unless there are too many. */
  create(
    identity: HubIdentity<Session>
  ): { readonly connection: HubConnection<Session>; readonly secret: string } | Refusal {
    const { maxConnections, maxConnectionsPerUser } = this.#host.limits
    const full = this.size >= maxConnections || this.#byUser.count(identity.userID) >= maxConnectionsPerUser
    if (this.#shut || full) return refusals.full
    const secret = randomBytes(32).toString("base64url")
    const closed = (gone: HubConnection<Session>): void => {
      this.#bySecret.delete(secret)
      this.#byUser.remove(identity.userID, gone)
      if (this.size === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve()
    }
    const connection = new HubConnection({ ...this.#host, closed }, randomUUID(), identity)
    if (!connection.bindSession(identity.sessionId)) return refusals.signedOut
    this.#bySecret.set(secret, connection)
    this.#byUser.add(identity.userID, connection)
    return { connection, secret }
  }
}
