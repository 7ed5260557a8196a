import { spawn, type ChildProcess } from "node:child_process"
import { join } from "node:path"
import { nodeSwitches } from "./nodeSwitches.ts"

const script = join(import.meta.dirname, "databaseChild.ts")

/** A running `databaseChild.ts`. */
export interface Child {
  readonly pid: number
  /** Its output so far. */
  readonly lines: ReadonlyArray<string>
  /** Resolves when its output satisfies `enough`; rejects if it ends before. */
  readonly until: (enough: (lines: ReadonlyArray<string>) => boolean) => Promise<void>
  /** Sends a signal, and resolves when the process is gone. */
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  /** Closes its stdin: it closes its database and ends. */
  readonly leave: () => Promise<void>
}

/** Starts `databaseChild.ts`. `before` precedes the command, `nodeArguments` follow `node`. */
export const startChild = async (
  act: "open" | "commit" | "migrate",
  target: string,
  options: { readonly before?: ReadonlyArray<string>; readonly nodeArguments?: ReadonlyArray<string> } = {}
): Promise<Child> => {
  const command = [
    ...(options.before ?? []),
    process.execPath,
    ...nodeSwitches,
    ...(options.nodeArguments ?? []),
    script,
    act,
    target
  ]
  const child = spawn(command[0] ?? process.execPath, command.slice(1), { stdio: ["pipe", "pipe", "pipe"] })
  await spawned(child, command[0] ?? "")
  const lines: Array<string> = []
  let rest = ""
  let errors = ""
  let over: string | undefined
  const wakers = new Set<() => void>()
  const wake = () => wakers.forEach((waker) => waker())
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n")
    rest = parts.pop() ?? ""
    lines.push(...parts)
    wake()
  })
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text))
  const gone = new Promise<void>((resolve) =>
    child.once("close", (code, signal) => {
      over = `with ${signal ?? `code ${code}`}`
      wake()
      resolve()
    })
  )
  return {
    pid: child.pid ?? -1,
    lines,
    until: (enough) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (enough(lines)) resolve()
          else if (over !== undefined)
            reject(new Error(`the child ended early ${over}: ${lines.slice(-3).join(" / ")}\n${errors}`))
          else return
          wakers.delete(look)
        }
        wakers.add(look)
        look()
      }),
    kill: (signal) => {
      child.kill(signal)
      return gone
    },
    leave: () => {
      child.stdin?.end()
      return gone
    }
  }
}

const spawned = (child: ChildProcess, command: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("spawn", resolve)
    child.once("error", (cause) =>
      reject(new Error(`this test needs the command "${command}", which did not start`, { cause }))
    )
  })

/** The ids that a `commit` child reported as saved. */
export const savedIds = (lines: ReadonlyArray<string>): ReadonlyArray<number> =>
  lines.filter((line) => line.startsWith("saved ")).map((line) => Number(line.slice(6)))
