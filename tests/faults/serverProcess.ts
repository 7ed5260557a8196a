import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import type { CompanyRecords } from "./records.ts"
import type { ChildOptions, ChildOutput } from "./serverChild.ts"

const script = join(import.meta.dirname, "serverChild.ts")

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running server in a process of its own. */
export interface ServerProcess {
  readonly address: string
  readonly pid: number
  /** Where its metrics are. */
  readonly metrics: string | null
  /** The records of the company asked for, as the server found them. */
  readonly records: CompanyRecords | null
  /** What it has logged so far: JSON lines. */
  readonly logged: () => string
  readonly ended: Promise<Ended>
  /** Moves its clock ahead, as if so many milliseconds had passed. */
  readonly advance: (millis: number) => void
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>
}

/** Started, or refused with what the server said of it. */
export type Start =
  | ServerProcess
  | { readonly failed: string; readonly message: string; readonly ended: Promise<Ended> }

const endOf = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal })))

/** Starts a server process, and waits until it listens or says why not. `before` stands in front of the command. */
export const tryStart = async (options: ChildOptions, before: ReadonlyArray<string> = []): Promise<Start> => {
  const [command = process.execPath, ...args] = [...before, process.execPath, script, JSON.stringify(options)]
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] })
  const ended = endOf(child)
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text
  })
  const said = await new Promise<ChildOutput>((resolve, reject) => {
    let text = ""
    child.once("error", reject)
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      text += piece
      if (text.includes("\n")) resolve(JSON.parse(text) as ChildOutput)
    })
    void ended.then(() => reject(new Error(`the server process ended before it said anything:\n${log}`)))
  })
  if ("failed" in said) return { ...said, ended }
  return {
    ...said,
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

/** Starts a server process that has to start. */
export const startProcess = async (
  options: ChildOptions,
  before: ReadonlyArray<string> = []
): Promise<ServerProcess> => {
  const start = await tryStart(options, before)
  if ("failed" in start) throw new Error(`the server did not start: ${start.failed} ${start.message}`)
  return start
}
