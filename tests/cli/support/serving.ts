import { spawn } from "node:child_process"
import { Redacted } from "effect"
import { postgres } from "../../support/databases.ts"
import { nodeSwitches } from "../../support/nodeSwitches.ts"
import type { Machine } from "./lockdesk.ts"

/** A running `lockdesk serve`. */
export interface Serving {
  readonly address: string
  readonly printed: () => string
  readonly stop: (signal: NodeJS.Signals) => Promise<{ readonly code: number | null; readonly stdout: string }>
}

/** The warning of a server that other machines can reach. */
export const beyond = "Other machines can connect without encryption"

/** A machine whose `serve` uses a new database of the PostgreSQL cluster: it starts ten times faster than a new embedded one. */
export const withPostgres = async (
  here: Machine
): Promise<{ readonly place: Machine; readonly dispose: () => Promise<void> }> => {
  const { config, dispose } = await postgres.open()
  const DATABASE_URL = config.kind === "server" ? Redacted.value(config.url) : ""
  return { place: { ...here, env: { ...here.env, DATABASE_URL } }, dispose }
}

/** Starts `serve` from a lockdesk file on any free port, and waits for its address. */
export const serving = (here: Machine, file: string, ...args: ReadonlyArray<string>): Promise<Serving> =>
  new Promise((resolve, reject) => {
    const started = [...nodeSwitches, file, "serve", "--port", "0", ...args]
    const child = spawn(process.execPath, started, { cwd: here.work, env: here.env })
    let stdout = ""
    let stderr = ""
    const ended = new Promise<{ readonly code: number | null; readonly stdout: string }>((end) =>
      child.on("close", (code) => {
        end({ code, stdout })
        reject(new Error(`it ended with ${code}: ${stderr}`))
      })
    )
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk))
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk
      if (!stdout.includes("\n")) return
      resolve({
        address: stdout.trim(),
        printed: () => stderr,
        stop: (signal) => {
          child.kill(signal)
          return ended
        }
      })
    })
  })
