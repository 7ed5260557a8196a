/**
 * The Chromium that browser tests, pictures and benchmarks drive: `CHROMIUM_PATH`, or one on the path, or the one of Debian,
 * which is installed when we may.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** The command that starts a Chromium, as a path, or null where there is none. */
export const findChromium = (): string | null => {
  const given = process.env["CHROMIUM_PATH"] ?? ""
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const candidates = given === "" ? names.flatMap((name) => folders.map((folder) => join(folder, name))) : [given]
  // Asked for its version: on some systems a command of that name only says that the browser is not installed.
  const starts = (command: string): boolean =>
    spawnSync(command, ["--version"], { encoding: "utf8", timeout: 30_000 }).stdout?.includes("Chrom") === true
  return candidates.find((command) => existsSync(command) && starts(command)) ?? null
}

const missing = (why: string): Error =>
  new Error(
    `There is no Chromium for the browser tests: ${why}. Install it (on Debian or Ubuntu: apt-get install chromium), ` +
      "or name one with CHROMIUM_PATH=/path/to/chromium."
  )

/** Chromium, or an error that says how to get it. */
export const chromium = (): string => {
  const found = findChromium()
  if (found !== null) return found
  const given = process.env["CHROMIUM_PATH"] ?? ""
  throw missing(
    given === "" ? `none of ${names.join(", ")} is on the path` : `CHROMIUM_PATH is ${given}, which does not start`
  )
}

const apt = (...args: ReadonlyArray<string>): string | null => {
  const { status, error, stderr } = spawnSync("apt-get", args, {
    encoding: "utf8",
    timeout: 600_000,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  })
  return status === 0 ? null : `apt-get ${args[0]} failed: ${(error?.message ?? stderr).trim()}`
}

/** Chromium; where there is none and this is a Debian's root, the package of the system is installed first. */
export const ensureChromium = (): string => {
  const found = findChromium()
  if (found !== null) return found
  const mayInstall = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0
  if (!mayInstall || (process.env["CHROMIUM_PATH"] ?? "") !== "") return chromium()
  process.stdout.write("Installing Chromium for the browser tests ...\n")
  const failed = apt("update") ?? apt("install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core")
  if (failed !== null) throw missing(failed)
  return chromium()
}
