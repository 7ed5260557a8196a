import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const prefix = "lockdesk-tests-"

/**
 * A temporary folder marked with its process, so that `sweepFolders` of a later run can find abandoned ones. Whoever creates it
 * deletes it.
 */
export const ownedFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // PostgreSQL refuses to run as root and then runs as `postgres`, which has to reach its folder inside this one.
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, "owner"), `${process.pid} ${startOf(process.pid)}`)
  return folder
}

/** Creates an owned folder for one test, passes it to `use`, and deletes it afterwards. */
export const withFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = ownedFolder()
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Deletes folders of killed runs, and ends their PostgreSQL servers. */
export const sweepFolders = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    const owner = join(folder, "owner")
    if (!name.startsWith(prefix) || !existsSync(owner)) continue
    const [pid, start] = readFileSync(owner, "utf8").split(" ")
    if (startOf(Number(pid)) === start) continue
    const server = join(folder, "postgres/postmaster.pid")
    if (existsSync(server)) endServer(Number(readFileSync(server, "utf8").split("\n")[0]), folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills the server `pid`, but only if it works in `folder`: the pid may have been reused. */
const endServer = (pid: number, folder: string): void => {
  const command = `/proc/${pid}/cmdline`
  if (existsSync(command) && readFileSync(command, "utf8").includes(folder)) process.kill(pid, "SIGKILL")
}

/** The start time of process `pid`, only for comparison; undefined if there is none. */
const startOf = (pid: number): string | undefined => {
  try {
    // Field 22; the name in field 2 may itself contain spaces and parentheses.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19]
  } catch (cause) {
    if (["ENOENT", "ESRCH"].includes((cause as NodeJS.ErrnoException).code ?? "")) return undefined
    throw cause
  }
}
