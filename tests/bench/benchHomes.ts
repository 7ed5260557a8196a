import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startCluster } from "../support/databaseCluster.ts"

/** A fresh, empty home for a benchmark's data: a folder, and a database address for PostgreSQL. */
export interface BenchHome {
  readonly name: "embedded" | "PostgreSQL"
  readonly folder: string
  readonly url: string | undefined
}

/** Runs `use` on an embedded home, then on a real PostgreSQL; cleans up both. */
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
  const cluster = await startCluster()
  try {
    await inFolder("PostgreSQL", cluster.url("postgres"))
  } finally {
    await cluster.dispose()
  }
}
