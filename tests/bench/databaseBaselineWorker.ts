/**
 * The baseline of `database.bench.ts`: PGlite's own `query`, as durable as ours, in a worker thread like ours, but without the
 * wire protocol, driver and layer.
 */
import { PGlite } from "@electric-sql/pglite"
import { parentPort, workerData } from "node:worker_threads"
import { durableOptions } from "#server/db/durablePglite.ts"

const port = parentPort ?? process.exit(1)
const pg = await PGlite.create(durableOptions(workerData as string))

port.on("message", async ({ id, sql, values }: { id: number; sql: string; values: Array<unknown> }) => {
  const { rows } = await pg.query(sql, values)
  port.postMessage({ id, rows })
})
port.postMessage({ id: 0, rows: [] })
