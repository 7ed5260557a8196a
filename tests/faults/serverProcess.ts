import { type ChildProcess, spawn } from "node:child_process"
import { builtConsole } from "#server/web/consoleFolder.ts"
import { askBroker } from "../support/askBroker.ts"
import { nodeSwitches } from "../support/nodeSwitches.ts"
import type { CompanyRecords } from "./records.ts"
import type { ChildOptions, ChildOutput } from "./serverChild.ts"

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running server in a separate process. */
export interface ServerProcess {
  readonly address: string
  readonly pid: number
  /** The URL of its metrics. */
  readonly metrics: string | null
  /** The requested company's records as the server found them. */
  readonly records: CompanyRecords | null
  /** Its log so far, as JSON lines. */
  readonly logged: () => string
  readonly ended: Promise<Ended>
  /** Advances its clock by this many milliseconds. */
  readonly advance: (millis: number) => void
  /** Sends a signal and waits until it has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>
}

/** A started server, or the reason why it refused to start. */
export type Start =
  | ServerProcess
  | { readonly failed: string; readonly message: string; readonly ended: Promise<Ended> }

const endOf = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal })))

/** Starts a server process, and waits until it listens or reports an error. `before` precedes the command. */
export const tryStart = async (options: ChildOptions, before: ReadonlyArray<string> = []): Promise<Start> => {
  const bundle = await askBroker("/server-child")
  const given = JSON.stringify({ consoleFolder: builtConsole, ...options } satisfies ChildOptions)
  const [command = process.execPath, ...args] = [...before, process.execPath, ...nodeSwitches, bundle, given]
  // A bundle of this run finds nothing in a cache of earlier ones, and would leave its own code there.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" }
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] })
  const ended = endOf(child)
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text
  })
  const output = await new Promise<ChildOutput>((resolve, reject) => {
    let text = ""
    child.once("error", reject)
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      text += piece
      if (text.includes("\n")) resolve(JSON.parse(text) as ChildOutput)
    })
    void ended.then(() => reject(new Error(`the server process ended before it printed anything:\n${log}`)))
  })
  if ("failed" in output) return { ...output, ended }
  return {
    ...output,
    pid: child.pid ?? -1,
    logged: () => log,
    ended,
    advance: (millis) => void child.stdin.write(String(millis)),
    end: (signal) => {
      child.kill(signal)
      return ended
    }
  }
}

/** Starts a server process, and fails if it doesn't start. */
export const startProcess = async (
  options: ChildOptions,
  before: ReadonlyArray<string> = []
): Promise<ServerProcess> => {
  const start = await tryStart(options, before)
  if ("failed" in start) throw new Error(`the server did not start: ${start.failed} ${start.message}`)
  return start
}
