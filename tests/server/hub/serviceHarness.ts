import { Effect, Layer, Logger, ManagedRuntime, Option, Redacted, References } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { attachHub } from "#server/hub/attachHub.ts"
import { Hub, type HubEvent, type HubOptions } from "#server/hub/Hub.ts"
import type { HubRelay } from "#server/hub/HubRelay.ts"
import { HubSessions } from "#server/hub/HubSessions.ts"
import type { Person } from "./hubHarness.ts"

/** The hub's part of one server process. */
export interface TestService {
  readonly url: string
  readonly publish: (event: HubEvent) => Promise<void>
  readonly closeSession: (sessionId: string, reason: string) => Promise<void>
  readonly connections: () => Promise<number>
  /** The process's log at every level. */
  readonly logs: ReadonlyArray<string>
  /** Stops the hub as the process's shutdown does. */
  readonly stop: () => Promise<void>
}

/** A session store in which a test can end sessions and delay lookups. */
export interface TestSessions {
  readonly end: (sessionId: string) => void
  /** From now on token checks don't return until `release`, although their results are already decided. */
  readonly hold: () => void
  readonly held: () => number
  readonly release: () => void
  readonly layer: Layer.Layer<HubSessions>
}

export const makeSessions = (persons: ReadonlyArray<Person>): TestSessions => {
  const live = new Map<string, Person>(persons.map((person) => [person.token, person]))
  const waiting: Array<() => void> = []
  let holding = false
  const passed = Effect.callback<void>((resume) => {
    if (holding) waiting.push(() => resume(Effect.void))
    else resume(Effect.void)
  })
  return {
    end: (sessionId) => {
      for (const [token, person] of live) if (person.sessionId === sessionId) live.delete(token)
    },
    hold: () => {
      holding = true
    },
    held: () => waiting.length,
    release: () => {
      holding = false
      for (const resume of waiting.splice(0)) resume()
    },
    layer: Layer.succeed(HubSessions, {
      authenticate: (token) =>
        Effect.suspend(() => Effect.as(passed, Option.fromNullishOr(live.get(Redacted.value(token))))),
      forget: () => Effect.void,
      live: (sessionIds) =>
        Effect.sync(() => {
          const known = new Set([...live.values()].map((person) => person.sessionId as string))
          return new Set(sessionIds.filter((id) => known.has(id)))
        })
    })
  }
}

/** Serves the hub service on a separate port. */
export const serve = async (
  sessions: Layer.Layer<HubSessions>,
  relay: Layer.Layer<HubRelay, unknown>,
  options: HubOptions = {}
): Promise<TestService> => {
  const logs: Array<string> = []
  const logging = Layer.mergeAll(
    Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]),
    Layer.succeed(References.MinimumLogLevel, "All")
  )
  const hubLayer = Hub.layer(options).pipe(Layer.provide([sessions, relay]), Layer.provideMerge(logging))
  const runtime = ManagedRuntime.make(hubLayer)
  const hub = await runtime.runPromise(Hub)
  const server = createServer((_, response) => response.writeHead(404).end())
  attachHub(server, hub)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = async (): Promise<void> => {
    await runtime.dispose()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/hub`,
    publish: (event) => runtime.runPromise(hub.publish(event)),
    closeSession: (sessionId, reason) => runtime.runPromise(hub.closeSession(sessionId, reason)),
    connections: () => runtime.runPromise(hub.connections),
    logs,
    stop
  }
}
