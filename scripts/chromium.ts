/**
 * The Chromium for browser tests, screenshots and benchmarks: `CHROMIUM_PATH`, or one on the path, or in the usual places of
 * macOS and Windows, or Playwright's own. If there is none it is installed: with apt as root on Debian, otherwise by
 * Playwright. Tests and screenshots prefer a headless shell, which is the same engine without windows (decision 94).
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join, posix, win32 } from "node:path"
import { chromium as playwright } from "playwright-core"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const shells = ["chromium-headless-shell", "chrome-headless-shell"]

type Variables = Readonly<Record<string, string | undefined>>

/** Where browsers are installed on macOS and Windows outside the path. */
export const chromiumPlaces = (
  platform: NodeJS.Platform,
  home: string,
  variables: Variables
): ReadonlyArray<string> => {
  if (platform === "darwin") {
    const apps = ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (app) => `Applications/${app}.app/Contents/MacOS/${app}`
    )
    return ["/", home].flatMap((root) => apps.map((app) => posix.join(root, app)))
  }
  if (platform !== "win32") return []
  const apps = [
    ["Google", "Chrome", "Application", "chrome.exe"],
    ["Chromium", "Application", "chrome.exe"],
    ["Microsoft", "Edge", "Application", "msedge.exe"]
  ]
  return ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"]
    .flatMap((name) => variables[name] ?? [])
    .flatMap((root) => apps.map((app) => win32.join(root, ...app)))
}

/** The paths of these commands, in order. */
const onPath = (commands: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  return commands.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/**
 * The first one that starts and prints its version, or null: on some systems a command of that name only says that the browser
 * is not installed. Not checked on Windows, where `--version` would open a window.
 */
const firstThatStarts = (commands: ReadonlyArray<string>): string | null => {
  const starts = (command: string): boolean =>
    process.platform === "win32" ||
    /Chrom|Edge/.test(spawnSync(command, ["--version"], { encoding: "utf8", timeout: 30_000 }).stdout ?? "")
  return commands.find((command) => existsSync(command) && starts(command)) ?? null
}

const given = (): string => process.env["CHROMIUM_PATH"] ?? ""

/** The path of a Chromium, or null if there is none. */
const findChromium = (): string | null =>
  firstThatStarts(
    given() === ""
      ? [...onPath(names), ...chromiumPlaces(process.platform, homedir(), process.env), playwright.executablePath()]
      : [given()]
  )

/** The path of a headless shell, unless another browser is requested. */
const findShell = (): string | null => (given() === "" ? firstThatStarts(onPath(shells)) : null)

const missing = (why: string): Error =>
  new Error(
    `There is no Chromium for the browser tests: ${why}. Install it (on Debian or Ubuntu: apt-get install chromium), ` +
      "or name one with CHROMIUM_PATH=/path/to/chromium."
  )

/** Chromium, or an error that says how to get it. */
export const chromium = (): string => {
  const found = findChromium()
  if (found !== null) return found
  throw missing(
    given() === ""
      ? `none of ${names.join(", ")} is on the path or where a browser is installed`
      : `CHROMIUM_PATH is ${given()}, which does not start`
  )
}

/** The browser for tests: a headless shell if there is one, else Chromium. */
export const testBrowser = (): string => findShell() ?? chromium()

const apt = (...args: ReadonlyArray<string>): string | null => {
  const { status, error, stderr } = spawnSync("apt-get", args, {
    encoding: "utf8",
    timeout: 600_000,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  })
  return status === 0 ? null : `apt-get ${args[0]} failed: ${(error?.message ?? stderr).trim()}`
}

const byPlaywright = (): string | null => {
  const cli = join(import.meta.dirname, "../node_modules/playwright-core/cli.js")
  const { status, error, stderr } = spawnSync(process.execPath, [cli, "install", "chromium"], {
    encoding: "utf8",
    timeout: 600_000,
    stdio: ["ignore", "ignore", "pipe"]
  })
  return status === 0 ? null : `Playwright could not install it: ${(error?.message ?? stderr).trim()}`
}

/** Whether packages can be installed with apt: as root on Debian. */
const isDebianRoot = (): boolean => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0

/** Why apt did not install a package, or null. */
const byApt = (name: string): string | null => {
  if (!isDebianRoot()) return "there is no apt-get that we may use"
  process.stdout.write(`Installing ${name} for the browser tests ...\n`)
  return apt("update") ?? apt("install", "-y", "--no-install-recommends", name, "fonts-dejavu-core")
}

/** Chromium, installed first if necessary: as root on Debian with the libraries it needs, otherwise Playwright's own. */
export const ensureChromium = (): string => {
  const found = findChromium()
  if (found !== null) return found
  if (given() !== "") return chromium()
  const failed = byApt("chromium")
  const failedToo = failed === null ? null : byPlaywright()
  if (failedToo !== null) throw missing(`${failed}; ${failedToo}`)
  return chromium()
}

/** The browser for tests; root on Debian gets the headless shell if there is none. */
export const ensureTestBrowser = (): string => {
  if (given() !== "") return chromium()
  const found = findShell() ?? (byApt("chromium-headless-shell") === null ? findShell() : null)
  return found ?? ensureChromium()
}

// `node scripts/chromium.ts` installs the browser for tests.
if (import.meta.main) ensureTestBrowser()
