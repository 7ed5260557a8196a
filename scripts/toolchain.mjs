/**
 * Prerequisites of every script, on Node 20 or later: the packages of the lock file, and the lock file's own Node to run on.
 * Plain JavaScript because it runs before anything is installed.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The top of the clone. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const installedLock = join(root, "node_modules/.package-lock.json")

const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages

/** Whether the installed packages match the lock file; packages for other platforms may be missing. */
const upToDate = () => {
  if (!existsSync(installedLock)) return false
  const wanted = packagesOf(join(root, "package-lock.json"))
  const installed = packagesOf(installedLock)
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || installed[path]?.version === entry.version
  )
}

/** Runs a command with inherited input and output; returns its exit code. */
export const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: "inherit", ...options }).status ?? 1

/** Installs the packages of the lock file if necessary. Ends the process with a clear message if it can't. */
export const ensureInstalled = () => {
  if (upToDate()) return
  process.stderr.write("Installing packages ...\n")
  const npm = process.platform === "win32" ? "npm.cmd" : "npm"
  // Not `npm ci`: it refuses a lock file that lacks optional binaries of platforms missing in the registry.
  const status = run(npm, ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32"
  })
  if (status !== 0) {
    process.stderr.write("The packages could not be installed; npm says why above. Nothing else was done.\n")
    process.exit(1)
  }
}

/** The Node of the lock file. */
export const node = () => join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node")

/** Our packages' commands first on the path, so that they run on that Node too. */
export const environment = () => ({
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`
})

/** Runs one of our scripts on that Node and ends with its exit code; passes signals on. */
export const runOnNode = (args) => {
  const child = spawn(node(), args, { cwd: root, stdio: "inherit", env: environment() })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1
  })
}
