import { Clock, Context, Effect, Fiber, Layer, Option, Queue, Redacted, Scope } from "effect"
import type { IncomingMessage } from "node:http"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import type { HubClock } from "./hubClock.ts"
import { companyGroup, companyUserGroup, everyone, makeCompanyGroups, userGroup } from "./companyGroups.ts"
import type { HubLimits, HubLogLine, RequestFacts } from "./hubOptions.ts"
import { HubRelay, type RelayArrival } from "./HubRelay.ts"
import { HubSessions, type HubUser } from "./HubSessions.ts"
import { type HubServer, makeHubServer } from "./HubServer.ts"

/** One call of the clients' handlers for `target`. */
export interface HubEvent {
  /** Sends only to this company's group; by default to all companies. */
  readonly companyID?: CompanyId
  /** Of those, sends only to this user. */
  readonly userID?: UserId
  readonly target: string
  /** JSON values; they never contain a combination. */
  readonly args: ReadonlyArray<unknown>
}

/** Options of a hub. Times and limits are those of `HubLimits`. */
export interface HubOptions extends Partial<HubLimits> {
  readonly path?: string
  /** Allowed origins of pages besides the hub's own host, such as `https://console.example`. */
  readonly allowedOrigins?: ReadonlyArray<string>
  /** Returns the client's address; the default is the peer of the socket. */
  readonly addressOf?: (request: IncomingMessage) => string
}

/** The live hub: published events reach the clients of every server process. */
export class Hub extends Context.Service<
  Hub,
  {
    /** Sends an event to its recipients. Call it after the change is committed. */
    readonly publish: (event: HubEvent) => Effect.Effect<void>
    /** Closes the connections of an ended session, in every process. Clients see `reason`. */
    readonly closeSession: (sessionId: string, reason: string) => Effect.Effect<void>
    /** Makes the other processes reload a changed session, or all if null. Connections stay. */
    readonly forgetSession: (sessionId: string | null) => Effect.Effect<void>
    /** The number of connections of this process. */
    readonly connections: Effect.Effect<number>
    /** Answers a request to the hub; returns false for any other. */
    readonly handleRequest: HubServer<HubUser>["handleRequest"]
    /** The same for an `upgrade` event. */
    readonly handleUpgrade: HubServer<HubUser>["handleUpgrade"]
  }
>()("lockdesk/server/hub/Hub") {
  /** Serves the hub until its scope closes; then asks the clients to reconnect, and waits for them. */
  static readonly layer = (options: HubOptions = {}): Layer.Layer<Hub, never, HubRelay | HubSessions> =>
    Layer.effect(
      Hub,
      Effect.gen(function* () {
        const relay = yield* HubRelay
        const sessions = yield* HubSessions
        const context = yield* Effect.context<never>()
        const run = Effect.runPromiseWith(context)
        const authenticate = async (token: string, facts: RequestFacts, companyID?: CompanyId) =>
          Option.getOrNull(await run(sessions.authenticate(Redacted.make(token), facts, companyID)))

        const server = makeHubServer<HubUser>({
          path: "/api/hub",
          ...options,
          clock: yield* scopedClock,
          log: (line) => Effect.runForkWith(context)(logLine(line)),
          authenticate: async (token, facts) => {
            const user = token === null ? null : await authenticate(token, facts)
            return user && { ...user, session: user }
          },
          liveSessions: (sessionIds) => run(sessions.live(sessionIds)),
          methods: makeCompanyGroups(authenticate)
        })
        yield* Effect.addFinalizer(() => Effect.promise(() => server.closeAll("The server is restarting.")))
        yield* Effect.forkScoped(
          Effect.forever(
            Effect.tap(
              Effect.tap(Queue.take(relay.arrivals), (arrival) =>
                arrival.kind === "event"
                  ? Effect.void
                  : sessions.forget(arrival.kind === "gap" ? null : arrival.sessionId)
              ),
              (arrival) => Effect.sync(() => deliver(server, arrival))
            )
          )
        )

        return Hub.of({
          publish: (event) =>
            Effect.suspend(() => {
              const message = { kind: "event" as const, ...event }
              deliver(server, message)
              return relay.send(message)
            }),
          closeSession: (sessionId, reason) =>
            Effect.suspend(() => {
              const message = { kind: "close" as const, sessionId, reason }
              deliver(server, message)
              return relay.send(message)
            }),
          forgetSession: (sessionId) => relay.send({ kind: "forget", sessionId }),
          connections: Effect.sync(() => server.connections),
          handleRequest: server.handleRequest,
          handleUpgrade: server.handleUpgrade
        })
      })
    )
}

const deliver = (server: HubServer<HubUser>, arrival: RelayArrival): void => {
  switch (arrival.kind) {
    case "event": {
      const { target, args } = arrival
      return server.sendToGroup(groupOf(arrival), target, args)
    }
    case "close":
      return server.closeSession(arrival.sessionId, arrival.reason)
    case "forget":
      return
    case "gap":
      // Clients that reconnect load the changes they missed, and sessions that ended in the meantime are detected.
      return server.reconnectAll("Events may have been missed.")
  }
}

const groupOf = ({ companyID, userID }: Pick<HubEvent, "companyID" | "userID">): string => {
  if (companyID === undefined) return userID === undefined ? everyone : userGroup(userID)
  return userID === undefined ? companyGroup(companyID) : companyUserGroup(companyID, userID)
}

/** The fiber's clock for the hub: its timers are fibers of the scope. */
const scopedClock: Effect.Effect<HubClock, never, Scope.Scope> = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  return {
    now: () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6,
    every: (millis, run) => {
      const ticks = Effect.forever(Effect.andThen(Effect.sleep(millis), Effect.sync(run)))
      const fiber = Fiber.runIn(fork(ticks), scope)
      return () => fiber.interruptUnsafe()
    }
  }
})

const logLine = ({ level, message, ...annotations }: HubLogLine): Effect.Effect<void> => {
  const log = { debug: Effect.logDebug, info: Effect.logInfo, warning: Effect.logWarning, error: Effect.logError }[
    level
  ]
  return Effect.annotateLogs(log(message), annotations)
}
