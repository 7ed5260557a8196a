import { spawn } from "node:child_process"

/** A process for a benchmark to measure against. */
export interface BenchProcess<A> {
  /** The first line it printed, parsed. */
  readonly facts: A
  /** Closes its stdin and waits until it has ended. */
  readonly end: () => Promise<void>
}

/** Starts a script on this Node and waits for its first line. */
export const startBenchProcess = <A>(
  script: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<BenchProcess<A>> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...env }
    })
    const gone = new Promise<void>((ended) => child.once("exit", () => ended()))
    let text = ""
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      text += piece
      const end = text.indexOf("\n")
      if (end < 0) return
      const facts = JSON.parse(text.slice(0, end)) as A
      resolve({
        facts,
        end: async () => {
          child.stdin.end()
          await gone
        }
      })
    })
    child.once("exit", (code) =>
      reject(new Error(`${script} ${args[0]} ended with ${code} before it printed anything`))
    )
  })
