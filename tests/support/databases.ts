/**
 * A fresh, migrated database for a test file, in either home.
 *
 * ```ts
 * describe.each(homes)("$name", (home) => {
 *   layer(home.layer)((it) => {
 *     it.effect("...", () => Effect.gen(function* () {
 *       const sql = yield* SqlClient.SqlClient
 *     }))
 *   })
 * })
 * ```
 */
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { Database, type DatabaseConfig } from "#server/db/Database.ts"
import { askBroker } from "./askBroker.ts"
import { copyTemplate, type TemplateKind } from "./databaseTemplates.ts"

/** A database that no other test uses. */
export interface TestDatabase {
  readonly config: DatabaseConfig
  /** Deletes it. Close your connections first. */
  readonly dispose: () => Promise<void>
}

/** One of the two kinds of database; everything that depends on it is tested with both. */
export interface TestHome {
  readonly name: "embedded" | "postgres"
  /** Creates a new database: migrated, without rows; or "empty", for tests of the migrations themselves. */
  readonly open: (kind?: TemplateKind) => Promise<TestDatabase>
  /** The same as a layer: opened when the layer is built, deleted when its scope closes. */
  readonly layer: Layer.Layer<PgClient.PgClient | SqlClient>
}

const layerOf = (open: () => Promise<TestDatabase>): TestHome["layer"] =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => open()),
        (database) => Effect.promise(database.dispose)
      ),
      ({ config }) => Layer.orDie(Database.layer(config))
    )
    // The database uses real time, even if the test controls the clock.
  ).pipe(Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())))

/** Missing from Node's types. */
const { WebAssembly: code } = globalThis as unknown as {
  readonly WebAssembly: { readonly compile: (bytes: Uint8Array) => Promise<object> }
}

const enginePath = join(import.meta.dirname, "../../node_modules/@electric-sql/pglite/dist/pglite.wasm")

/**
 * The embedded engine's code, compiled once: while it is held, V8 shares it with every thread of this process that compiles the
 * same code.
 */
let engineCode: Promise<object> | undefined

const openEmbedded = async (kind: TemplateKind = "migrated"): Promise<TestDatabase> => {
  engineCode ??= readFile(enginePath).then(code.compile)
  const [template] = await Promise.all([askBroker(`/embedded/${kind}`), engineCode])
  const folder = mkdtempSync(join(inject("databaseFolder"), "data-"))
  copyTemplate(template, folder)
  return {
    config: { kind: "embedded", folder },
    dispose: async () => rmSync(folder, { recursive: true, force: true })
  }
}

const openServer = async (kind: TemplateKind = "migrated"): Promise<TestDatabase> => {
  const url = await askBroker(`/postgres/${kind}`)
  return {
    config: { kind: "server", url: Redacted.make(url) },
    dispose: async () => void (await askBroker("/drop", url))
  }
}

/** The database in the server's own process: for tests that depend on its engine, its files or its single connection. */
export const embedded: TestHome = { name: "embedded", open: openEmbedded, layer: layerOf(openEmbedded) }

/** A database of the run's PostgreSQL cluster: for tests that need any database, because it starts ten times faster. */
export const postgres: TestHome = { name: "postgres", open: openServer, layer: layerOf(openServer) }

/** Both kinds, for `describe.each` or a loop: for what each does in its own way, and the main tests of a subject. */
export const homes: ReadonlyArray<TestHome> = [embedded, postgres]

/**
 * For rules with ordinary SQL, and for what a killed job repeats: PostgreSQL in `npm test`, both kinds in `npm run trials`.
 * Connections, transactions, values, files and shutdown differ between the two: they need `homes`.
 */
export const usualHomes: ReadonlyArray<TestHome> = process.env["LOCKDESK_TRIALS"] === undefined ? [postgres] : homes

/** Trials in `npm test`: enough to see that the tests work. `npm run trials` runs them at full length. */
export const fewTrials = 1

/** How often the tests repeat kills, power cuts or full disks: `fewTrials`, or `LOCKDESK_TRIALS`. */
export const trials = Number(process.env["LOCKDESK_TRIALS"] ?? fewTrials)

/** A statement that takes `milliseconds`. `pg_sleep` returns at once in the embedded engine, which has no latch to wait on. */
export const busyFor = (sql: SqlClient, milliseconds: number) =>
  sql`DO ${sql.literal(
    `$$ BEGIN PERFORM pg_sleep(${milliseconds / 1000}); WHILE clock_timestamp() < statement_timestamp() + interval '${milliseconds} ms' LOOP END LOOP; END $$`
  )}`
