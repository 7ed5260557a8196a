import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type { UserId } from "#core/base/ids.ts"
import { describeFailure } from "./describeFailure.ts"
import { systemClock } from "./hubClock.ts"
import type { HubConnection } from "./HubConnection.ts"
import { HubEndpoints } from "./HubEndpoints.ts"
import type { HubLimits, HubMethod, HubServerOptions } from "./hubOptions.ts"
import { defaultLimits } from "./hubOptions.ts"
import { HubRegistry } from "./HubRegistry.ts"
import type { InvocationHost } from "./Invocations.ts"
import { invocation } from "./jsonProtocol.ts"

const LONGEST_TICK_MILLIS = 1000

/** A running hub. It owns no socket and no port: an `http.Server` passes it the hub's requests. */
export interface HubServer<Session> {
  /** Returns true for a request of the hub, and answers it; returns false, without any effect, for any other request. */
  readonly handleRequest: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The same for the `upgrade` event. */
  readonly handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Calls `target` on every connection of a group. Encoded once; throws a TypeError if `args` are not JSON. */
  readonly sendToGroup: (group: string, target: string, args: ReadonlyArray<unknown>) => void
  /** Calls `target` on every connection of a user. */
  readonly sendToUser: (userID: UserId, target: string, args: ReadonlyArray<unknown>) => void
  /** Ends every connection bound to the session, and any that is still being opened for it. Clients see `reason`. */
  readonly closeSession: (sessionId: string, reason: string) => void
  /** Asks every client to reconnect, for example after events may have been missed. */
  readonly reconnectAll: (reason: string) => void
  /**
   * Accepts no more connections and asks the clients to reconnect elsewhere. Resolves when all are gone, or after
   * `closeGraceMillis`, when the remaining ones are cut off.
   */
  readonly closeAll: (reason: string) => Promise<void>
  /** Connections whose handshake is done. */
  readonly connections: number
  /** The connections of a group, for inspection. */
  readonly inGroup: (group: string) => ReadonlyArray<HubConnection<Session>>
}

const byLowerCaseName = <A>(entries: Readonly<Record<string, A>>): ReadonlyMap<string, A> =>
  new Map(Object.entries(entries).map(([name, value]) => [name.toLowerCase(), value]))

/** Creates a hub that runs its timers until `closeAll`. */
export const makeHubServer = <Session>(options: HubServerOptions<Session>): HubServer<Session> => {
  const limits: HubLimits = { ...defaultLimits, ...options }
  const clock = options.clock ?? systemClock
  const methods = byLowerCaseName<HubMethod<Session>>(options.methods)

  const invocations = (connection: HubConnection<Session>): Pick<InvocationHost, "method" | "failed"> => ({
    method: (target) => {
      const method = methods.get(target.toLowerCase())
      return method && ((args) => method(connection, args))
    },
    failed: (target, cause, args) =>
      options.log({
        level: "error",
        message: `Hub method ${target} failed: ${describeFailure(cause, args)}`,
        connectionId: connection.id,
        userID: connection.identity.userID
      })
  })

  const registry = new HubRegistry<Session>({ limits, now: clock.now, log: options.log, invocations })
  const endpoints = new HubEndpoints(options, limits, registry)

  const send = (
    connections: ReadonlySet<HubConnection<Session>> | undefined,
    target: string,
    args: ReadonlyArray<unknown>
  ): void => {
    if (connections === undefined) return
    const message = invocation(target, args)
    for (const connection of connections) connection.send(message)
  }

  const closeSession = (sessionId: string, reason: string): void => {
    registry.endSession(sessionId)
    for (const connection of registry.ofSession(sessionId) ?? []) connection.close({ error: reason })
  }

  const reconnectAll = (reason: string): void => {
    for (const connection of registry.all) connection.close({ error: reason, allowReconnect: true })
  }

  const checkSessions = async (): Promise<void> => {
    const asked = registry.sessionIds()
    if (options.liveSessions === undefined || asked.length === 0) return
    try {
      const live = await options.liveSessions(asked)
      for (const sessionId of asked) if (!live.has(sessionId)) closeSession(sessionId, "The session has ended.")
    } catch (cause) {
      options.log({ level: "error", message: `Hub could not check its sessions: ${describeFailure(cause, [])}` })
    }
  }

  const tickMillis = Math.min(LONGEST_TICK_MILLIS, limits.keepAliveMillis / 3)
  const stopTicking = clock.every(tickMillis, () => {
    for (const connection of registry.all) connection.tick(tickMillis)
    registry.tick()
  })
  const stopChecking = clock.every(limits.sessionCheckMillis, () => void checkSessions())

  // Keep ticking until then, to cut off connections after the grace period.
  const closeAll = (reason: string): Promise<void> => {
    registry.shut()
    stopChecking()
    reconnectAll(reason)
    return registry.empty().then(stopTicking)
  }

  return {
    handleRequest: (request, response) => endpoints.handleRequest(request, response),
    handleUpgrade: (request, socket, head) => endpoints.handleUpgrade(request, socket, head),
    sendToGroup: (group, target, args) => send(registry.inGroup(group), target, args),
    sendToUser: (userID, target, args) => send(registry.ofUser(userID), target, args),
    closeSession,
    reconnectAll,
    closeAll,
    get connections() {
      return registry.openCount
    },
    inGroup: (group) => [...(registry.inGroup(group) ?? [])]
  }
}
