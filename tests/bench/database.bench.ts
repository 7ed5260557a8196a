import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { Database, type DatabaseConfig } from "#server/db/Database.ts"
import { startCluster } from "../support/databaseCluster.ts"
import { copyTemplate, embeddedTemplate } from "../support/databaseTemplates.ts"
import type { Bench, BenchRow } from "./Bench.ts"

/** Runs SQL. Its result doesn't matter here. */
type Run = (sql: string, values: ReadonlyArray<unknown>) => Promise<unknown>

const setUp = [
  'CREATE TABLE item (id int PRIMARY KEY, serial text COLLATE "C" NOT NULL, at timestamptz NOT NULL DEFAULT now())',
  "INSERT INTO item (id, serial) SELECT n, lpad(n::text, 8, '0') FROM generate_series(1, 10000) AS n"
]

let next = 10_000
const insert = (run: Run) =>
  run("INSERT INTO item (id, serial) VALUES ($1, $2)", [++next, String(next).padStart(8, "0")])
const point = (run: Run) =>
  run("SELECT id, serial, at FROM item WHERE id = $1", [1 + Math.floor(Math.random() * 10_000)])

const workloads = [
  { what: "durable inserts, one after another", operation: insert, clients: 1, count: 400 },
  { what: "durable inserts, 16 clients", operation: insert, clients: 16, count: 1200 },
  { what: "point reads, one after another", operation: point, clients: 1, count: 2000 },
  { what: "point reads, 16 clients", operation: point, clients: 16, count: 6000 }
]

/** Operations per second for `count` operations by `clients` loops. */
const rate = async (run: Run, { operation, clients, count }: (typeof workloads)[number]): Promise<number> => {
  let left = count
  const client = async () => {
    while (left-- > 0) await operation(run)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  return (count / (performance.now() - start)) * 1000
}

/** Alternates between both three times and takes each median, so that a pause of the machine counts for neither. */
const compare = async (
  home: string,
  ours: Run,
  baseline: Run,
  baselineName: string
): Promise<ReadonlyArray<BenchRow>> => {
  const rows: Array<BenchRow> = []
  for (const workload of workloads) {
    await rate(ours, { ...workload, count: 100 })
    await rate(baseline, { ...workload, count: 100 })
    const figures: Array<readonly [number, number]> = []
    for (let round = 0; round < 3; round++) figures.push([await rate(ours, workload), await rate(baseline, workload)])
    const median = (side: 0 | 1) => figures.map((pair) => pair[side]).sort((a, b) => a - b)[1] ?? Number.NaN
    rows.push({
      what: `${home}: ${workload.what}`,
      unit: "per second",
      ours: Math.round(median(0)),
      baseline: Math.round(median(1)),
      baselineName,
      goal: { atLeast: 0.5 },
      note: `median of 3 rounds of ${workload.count}, in turn`
    })
  }
  return rows
}

/** Runs `use` with SQL through our layer. */
const throughLayer = <A>(config: DatabaseConfig, use: (run: Run) => Promise<A>): Promise<A> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const services = yield* Effect.context<SqlClient.SqlClient>()
      const run: Run = (text, values) => Effect.runPromiseWith(services)(sql.unsafe(text, values))
      for (const statement of setUp) yield* Effect.promise(() => run(statement, []))
      return yield* Effect.promise(() => use(run))
    }).pipe(Effect.provide(Database.layer(config)))
  )

const embedded = async (): Promise<ReadonlyArray<BenchRow>> => {
  const folder = mkdtempSync(join(tmpdir(), "lockdesk-bench-"))
  const template = await embeddedTemplate("empty")
  copyTemplate(template, join(folder, "ours"))
  copyTemplate(template, join(folder, "baseline"))
  const worker = new Worker(new URL("./databaseBaselineWorker.ts", import.meta.url), {
    workerData: join(folder, "baseline/database")
  })
  try {
    const waiting = new Map<number, (rows: unknown) => void>()
    const ready = new Promise((resolve) => waiting.set(0, resolve))
    worker.on("message", ({ id, rows }: { id: number; rows: unknown }) => waiting.get(id)?.(rows))
    await ready
    let ids = 0
    const baseline: Run = (sql, values) =>
      new Promise((resolve) => {
        const id = ++ids
        waiting.set(id, (rows) => {
          waiting.delete(id)
          resolve(rows)
        })
        worker.postMessage({ id, sql, values })
      })
    for (const statement of setUp) await baseline(statement, [])
    return await throughLayer({ kind: "embedded", folder: join(folder, "ours") }, (ours) =>
      compare("embedded", ours, baseline, "PGlite's own query(), as durable, in a worker")
    )
  } finally {
    await worker.terminate()
    rmSync(folder, { recursive: true, force: true })
  }
}

const server = async (): Promise<ReadonlyArray<BenchRow>> => {
  const cluster = await startCluster(undefined, { durable: true })
  const url = Redacted.make(cluster.url("postgres"))
  try {
    return await throughLayer({ kind: "server", url }, (ours) =>
      Effect.runPromise(
        Effect.gen(function* () {
          const connections = yield* Effect.all(Array.from({ length: 10 }, () => PgConnection.make({ url })))
          let turn = 0
          const baseline: Run = (sql, values) =>
            Effect.runPromise(connections[turn++ % connections.length]?.query(sql, values) ?? Effect.void)
          return yield* Effect.promise(() =>
            compare("PostgreSQL", ours, baseline, "10 bare connections of the same driver, in turn")
          )
        }).pipe(Effect.scoped)
      )
    )
  } finally {
    await cluster.dispose()
  }
}

/** The cost of our layer on top of the engine, in both homes. */
export const bench: Bench = {
  name: "database",
  run: async () => [...(await embedded()), ...(await server())]
}
