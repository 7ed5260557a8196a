import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, type Redacted, Scope } from "effect"
import type { Reactivity } from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { clientOptions } from "./clientOptions.ts"

/** How long running queries may continue after the server stops. */
const closingGrace = "5 seconds"

/**
 * A client with a pool of connections to the PostgreSQL server at `url` (`postgres://user:password@host:port/name`).
 *
 * Not multiplexed: pipelining several statements over one connection reads 1.5 to 2.5 times as many rows by key per second with
 * 16 clients (50,000 instead of 20,000 to 30,000, both far above what HTTP can serve), writes no more, and sometimes delays a
 * quick statement behind a slow one (worst of 12,000 beside six that take 200 ms: 400 ms instead of 8 to 15).
 */
export const makeServer = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  maxConnections: number
): Effect.fn.Return<PgClient.PgClient, SqlError, Scope.Scope | Reactivity> {
  const pool = yield* Scope.make()
  yield* Effect.addFinalizer((exit) =>
    // The pool waits for borrowed connections; a query that never ends must not keep the server from stopping.
    Effect.flatMap(Effect.forkDetach(Scope.close(pool, exit)), (closing) =>
      Effect.timeoutOption(Fiber.await(closing), closingGrace)
    )
  )
  return yield* PgClient.make({
    ...clientOptions,
    url,
    maxConnections,
    connectTimeout: "5 seconds",
    // Detects a server that disappeared silently (power, network) while no query is running.
    keepAlive: "10 seconds"
  }).pipe(Scope.provide(pool))
})
