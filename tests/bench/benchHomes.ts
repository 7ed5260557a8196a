import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Logger, Redacted } from "effect"
import { type ServerServices, startServer } from "#server/main.ts"
import { startCluster } from "../support/databaseCluster.ts"
import { wide } from "../support/testServer.ts"

/** A new, empty home for a benchmark's data: a folder, and a database URL for PostgreSQL. */
export interface BenchHome {
  readonly name: "embedded" | "PostgreSQL"
  readonly folder: string
  readonly url: string | undefined
}

/** Runs `use` on an embedded home, then on a real PostgreSQL, and cleans up both. */
export const onBothHomes = async (use: (home: BenchHome) => Promise<void>): Promise<void> => {
  const inFolder = async (name: BenchHome["name"], url: string | undefined) => {
    const folder = mkdtempSync(join(tmpdir(), "lockdesk-bench-"))
    try {
      await use({ name, folder, url })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  await inFolder("embedded", undefined)
  const cluster = await startCluster(undefined, { durable: true })
  try {
    await inFolder("PostgreSQL", cluster.url("postgres"))
  } finally {
    await cluster.dispose()
  }
}

/** Runs a measurement with a server's services on a home, without rate limits. */
export const measuredOn = async <A, E>(
  { folder, url }: BenchHome,
  measure: Effect.Effect<A, E, ServerServices>
): Promise<A> => {
  const databaseUrl = url === undefined ? {} : { databaseUrl: Redacted.make(url) }
  const figures: Array<A> = []
  const keep = Effect.map(measure, (measured) => figures.push(measured))
  const server = startServer({ data: folder, port: 0, limits: wide, ...databaseUrl }, keep)
  await Effect.runPromise(Effect.scoped(server).pipe(Effect.provide(Logger.layer([]))))
  const [only] = figures
  if (only === undefined) throw new Error("nothing was measured")
  return only
}
