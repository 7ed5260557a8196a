import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"

const root = join(import.meta.dirname, "../..")
const bin = join(root, "cli/bin.mjs")
/** Runs of each command, alternating, after two that don't count. */
const rounds = 25

type Environment = Readonly<Record<string, string>>

/** Milliseconds of one whole process, from before it is started to after it has ended. */
const once = (args: ReadonlyArray<string>, env: Environment): number => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" })
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`)
  return performance.now() - start
}

const serve = (data: string, env: Environment): Promise<{ readonly child: ChildProcess; readonly address: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, "serve", "--demo", "--port", "0", "--data", data], { env })
    child.stdout.setEncoding("utf8").once("data", (line: string) => resolve({ child, address: line.trim() }))
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)))
  })

const text = (args: ReadonlyArray<string>, env: Environment, input = ""): string =>
  spawnSync(process.execPath, [bin, ...args], { env, input, encoding: "utf8" }).stdout

/** How long a command takes as a whole process, compared with an empty script on the same Node. */
const run = async (): Promise<ReadonlyArray<BenchRow>> => {
  spawnSync(process.execPath, [join(root, "scripts/bundle.ts"), "--if-stale"], { cwd: root })
  const home = mkdtempSync(join(tmpdir(), "lockdesk-bench-"))
  const empty = join(home, "empty.mjs")
  writeFileSync(empty, "")
  const plain = { PATH: process.env["PATH"] ?? "", HOME: home, LOCKDESK_CONFIG_DIR: join(home, "settings") }
  const { child, address } = await serve(join(home, "data"), plain)
  const env = { ...plain, LOCKDESK_HOST: address }
  text(["auth", "login", "--email", "admin@maple.example.com"], env, "lockdesk-demo")
  const serial = JSON.parse(text(["locks", "ls", "--limit", "1", "--ndjson"], env)).serialCode as string

  const cases = [
    { what: "--version", args: [bin, "--version"], goal: 1.2 },
    { what: "--help", args: [bin, "--help"], goal: 2 },
    { what: "locks show by serial code, from a real server", args: [bin, "locks", "show", serial], goal: 2.5 }
  ]
  const ours = cases.map((): Array<number> => [])
  const baseline: Array<number> = []
  for (let round = -2; round < rounds; round++) {
    const figures = [[empty], ...cases.map(({ args }) => args)].map((args) => once(args, env))
    if (round < 0) continue
    baseline.push(figures[0] ?? Number.NaN)
    for (const [index, figure] of figures.slice(1).entries()) ours[index]?.push(figure)
  }
  child.kill("SIGTERM")
  await new Promise((resolve) => child.once("exit", resolve))
  rmSync(home, { recursive: true, force: true })
  return cases.map(({ what, goal }, index) => ({
    what,
    unit: "ms",
    ours: median(ours[index] ?? []),
    baseline: median(baseline),
    baselineName: "an empty script on the same node",
    goal: { atMost: goal },
    note: `median of ${rounds} whole processes, in turn; best ${Math.min(...(ours[index] ?? [])).toFixed(1)} and ${Math.min(...baseline).toFixed(1)} ms`
  }))
}

export const bench: Bench = { name: "cli", run }
