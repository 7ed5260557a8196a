import { PgClient } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import type { Reactivity } from "effect/reactivity/Reactivity"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { join } from "node:path"
import { clientOptions } from "./clientOptions.ts"
import { EmbeddedDatabaseFailed, type DataFolderInUse } from "./databaseErrors.ts"
import { lockDataFolder } from "./dataFolderLock.ts"
import { EmbeddedEngine, type EngineEvent } from "./EmbeddedEngine.ts"
import { upkeep } from "./embeddedUpkeep.ts"

/** How long running queries may continue after the server stops, in milliseconds. */
const closingGrace = 5000

/**
 * A client for PGlite in a worker thread, with its files in `folder`/database. Takes the folder's lock first. Closing the scope
 * ends the running queries, shuts PostgreSQL down cleanly, and releases the lock, in this order.
 */
export const makeEmbedded = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<PgClient.PgClient, SqlError | DataFolderInUse | EmbeddedDatabaseFailed, Scope.Scope | Reactivity> {
  yield* lockDataFolder(folder)
  const runFork = Effect.runForkWith(yield* Effect.context())
  const engine = yield* Effect.acquireRelease(
    Effect.sync(() => new EmbeddedEngine(join(folder, "database"), (event) => runFork(log(event)))),
    (engine) => Effect.promise(() => engine.close())
  )
  yield* Effect.tryPromise({
    try: () => engine.start(),
    catch: (cause) => new EmbeddedDatabaseFailed({ folder, reason: (cause as Error).message })
  })
  const client = yield* PgClient.make({
    ...clientOptions,
    stream: engine.connect,
    username: "postgres",
    database: "postgres",
    maxConnections: 1,
    multiplex: true,
    // Covers a restart of the engine with a long log to replay.
    connectTimeout: "30 seconds"
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => engine.endWithin(closingGrace)))
  yield* Effect.forkScoped(upkeep(client))
  return Object.assign(client, { listen: refuseListen })
})

const log = (event: EngineEvent): Effect.Effect<void> =>
  event.kind === "stopped" ? Effect.logError(event.reason) : Effect.logInfo("The embedded database is available again")

/** A listener would keep the only connection, and every query would wait forever. */
const refuseListen: PgClient.PgClient["listen"] = (channel) =>
  Effect.fail(
    new SqlError({
      reason: new UnknownError({
        cause: new Error(`LISTEN ${channel}`),
        operation: "listen",
        message:
          "The embedded database has one connection and one process: pass events on in the process, not by LISTEN"
      })
    })
  )
