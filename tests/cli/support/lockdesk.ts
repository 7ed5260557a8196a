import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { buildIfStale } from "../../support/buildIfStale.ts"
import { testsAll } from "../../support/turns.ts"
import { runHere } from "./runHere.ts"

/** The root of the clone. */
export const root = join(import.meta.dirname, "../../..")
/** The installed command. */
export const bin = join(root, "cli/bin.mjs")

/** Builds the command if the sources are newer. */
export const built = (): void => buildIfStale("bundle.ts")

/** The result of running the real process. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** Written to stdin, which is a pipe; empty by default. */
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export interface ProcessOptions extends RunOptions {
  /** Receives the process ID when it starts, to act on it from outside. */
  readonly onStart?: (pid: number) => void
}

/** A user's machine with its own settings and working folders. */
export interface Machine {
  readonly settings: string
  readonly work: string
  /** The environment of its processes, without the test's own settings. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Runs `lockdesk` with pipes: the built program in the tests' process, which saves starting one; in a process of its own in
   * `npm run trials`.
   */
  readonly run: (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Ended>
  /** Runs `lockdesk` with pipes in a process of its own: for signals, its time zone, and servers. */
  readonly runAlone: (args: ReadonlyArray<string>, options?: ProcessOptions) => Promise<Ended>
  /** Runs another file on the same Node. */
  readonly runFile: (file: string, args: ReadonlyArray<string>, options?: ProcessOptions) => Promise<Ended>
  /** Runs a bash line in which "$LOCKDESK" is the command. */
  readonly shell: (line: string) => Promise<Ended>
  readonly dispose: () => void
}

/** A machine that talks to `host` by default. */
export const machine = (host: string): Machine => {
  const home = mkdtempSync(join(tmpdir(), "lockdesk-cli-"))
  const settings = join(home, "settings")
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    TERM: "xterm",
    LANG: "C.UTF-8",
    LOCKDESK_CONFIG_DIR: settings,
    LOCKDESK_HOST: host
  }
  const runFile: Machine["runFile"] = (file, args, options = {}) =>
    runProcess(process.execPath, [file, ...args], { cwd: home, ...options, env: { ...env, ...options.env } })
  const runAlone: Machine["runAlone"] = (args, options) => runFile(bin, args, options)
  return {
    settings,
    work: home,
    env,
    run: testsAll
      ? runAlone
      : (args, { stdin = "", env: more, cwd = home } = {}) => runHere(args, { stdin, env: { ...env, ...more }, cwd }),
    runAlone,
    runFile,
    shell: (line) => runProcess("bash", ["-c", line], { cwd: home, env: { ...env, LOCKDESK: bin } }),
    dispose: () => rmSync(home, { recursive: true, force: true })
  }
}

const runProcess = (
  command: string,
  args: ReadonlyArray<string>,
  { stdin, env, cwd, onStart }: ProcessOptions
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...env }, ...(cwd === undefined ? {} : { cwd }) })
    const ended = { stdout: "", stderr: "" }
    if (child.pid !== undefined) onStart?.(child.pid)
    const onData = (into: "stdout" | "stderr") => (chunk: string) => {
      ended[into] += chunk
    }
    child.stdout.setEncoding("utf8").on("data", onData("stdout"))
    child.stderr.setEncoding("utf8").on("data", onData("stderr"))
    child.on("error", reject)
    // A process that fails before reading its input closes the pipe, which must not fail the test.
    child.stdin.on("error", () => undefined)
    child.stdin.end(stdin ?? "")
    child.on("close", (code, killedBy) => {
      if (code === null) return reject(new Error(`ended by ${killedBy}: ${ended.stderr}`))
      resolve({ code, ...ended })
    })
  })

/** The error as a JSON object, which is the last line of stderr when there is no terminal. */
export const errorOf = (ended: Ended): Readonly<Record<string, unknown>> => {
  const line = ended.stderr.trimEnd().split("\n").at(-1) ?? ""
  return JSON.parse(line) as Readonly<Record<string, unknown>>
}
