/**
 * `npm run check`: types, lint, formatting and dead code. Prints one line per step and the output of failed ones. Exported as a
 * list so that `npm test` counts the same steps.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** One checker a process: several each compute the same types of Effect, which takes two to three times the CPU time. */
const types = (project: string): ReadonlyArray<string> => ["tsc", "-p", project, "--checkers", "1"]

/** Each step by name: a command of node_modules/.bin and its arguments. */
export const steps: Readonly<Record<string, ReadonlyArray<string>>> = {
  types: types("."),
  "types of core without server, Node or DOM (law 2)": types("core"),
  "types of the console, without server or Node (law 2)": types("web"),
  "types of the console's tests": types("tests/web"),
  lint: ["oxlint", "--deny-warnings"],
  format: ["oxfmt", "--check", "."],
  "dead code": ["knip"],
  "plain words": ["node", "scripts/words.ts"],
  "reference of the commands": ["node", "scripts/docs.ts", "--check"]
}

/**
 * For programs written in Go, such as `tsc`: collect no garbage below 2 GB. The types need 1.3 GB instead of 1.2, and a quarter
 * less CPU time.
 */
const withoutCollections = { GOGC: "off", GOMEMLIMIT: "2GiB" }

type Print = (text: string) => void

const printNow: Print = (text) => void process.stdout.write(text)

/** Runs a command in the root folder; prints one line with its name and, if it failed, its output. */
export const succeeds = (
  name: string,
  command: string,
  args: ReadonlyArray<string>,
  print = printNow
): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...withoutCollections, ...process.env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text))
    }
    // "close" follows.
    child.on("error", (error) => (output += `${error.message}\n`))
    child.on("close", (code) => {
      print(`${code === 0 ? "ok  " : "FAIL"} ${name}\n${code === 0 ? "" : output}`)
      resolve(code === 0)
    })
  })

/** Runs tasks, two at a time because most of them use one core, and returns how many passed and failed. */
export const count = async (
  tasks: ReadonlyArray<() => Promise<boolean>>,
  atATime = 2
): Promise<{ readonly passed: number; readonly failed: number }> => {
  const waiting = [...tasks]
  let passed = 0
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) if (await task()) passed += 1
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return { passed, failed: tasks.length - passed }
}

/** The named steps as tasks; all by default. */
export const checks = (
  names: ReadonlyArray<string> = Object.keys(steps),
  print = printNow
): ReadonlyArray<() => Promise<boolean>> =>
  names.map((name) => {
    const [command = "", ...args] = steps[name] ?? []
    return () => succeeds(name, join(root, "node_modules/.bin", command), args, print)
  })

if (import.meta.main) process.exitCode = (await count(checks())).failed === 0 ? 0 : 1
