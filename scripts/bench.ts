/**
 * `npm run bench [NAME ...]`: runs every benchmark, or the named ones, and prints ratios against a baseline measured in the
 * same run. A row that misses its goal is marked and sets exit code 9. Tests never depend on these results.
 *
 * `npm run bench -- --against REF [--rounds N] [NAME ...]`: runs the same benchmarks at another commit and here, alternating (3
 * rounds by default), and prints the medians of both and their ratio. The other commit uses the packages of its own lock file.
 */
import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { inspect, parseArgs } from "node:util"
import type { Bench, BenchRow } from "../tests/bench/Bench.ts"
import { median } from "../tests/bench/median.ts"
import { ensureChromium } from "./chromium.ts"

const root = join(import.meta.dirname, "..")
const { values, positionals: wanted } = parseArgs({
  options: {
    against: { type: "string" },
    rounds: { type: "string", default: "3" },
    // Used for one run of a comparison: the clone to benchmark, and the output file for its rows.
    clone: { type: "string", default: root },
    rows: { type: "string" }
  },
  allowPositionals: true
})

type NamedRow = BenchRow & { readonly bench: string }

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3)

const met = ({ ours, baseline, goal }: BenchRow): boolean => {
  if ("within" in goal) return ours <= goal.within
  if ("reaches" in goal) return ours >= goal.reaches
  const ratio = ours / baseline
  return "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast
}

const goalText = ({ goal, unit }: BenchRow): string => {
  if ("within" in goal) return `<= ${goal.within} ${unit}`
  if ("reaches" in goal) return `>= ${goal.reaches} ${unit}`
  return "atMost" in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`
}

const namesIn = (clone: string): ReadonlyArray<string> =>
  readdirSync(join(clone, "tests/bench"))
    .filter((name) => name.endsWith(".bench.ts"))
    .map((name) => name.replace(".bench.ts", ""))
    .sort()

/** Whether a benchmark is the wanted one, or its part that runs in a browser. */
const isPart = (name: string, wantedName: string): boolean =>
  name === wantedName || name === `web${wantedName.charAt(0).toUpperCase()}${wantedName.slice(1)}`

/**
 * Runs the wanted benchmarks of a clone one after another, and passes each row to `print` when it is measured. Skips benchmarks
 * that the clone doesn't have.
 */
const run = async (clone: string, print: (row: NamedRow) => void): Promise<void> => {
  // Measure the browser people use, not the tests' headless shell.
  process.env["CHROMIUM_PATH"] = ensureChromium()
  for (const name of namesIn(clone)) {
    if (wanted.length > 0 && !wanted.some((each) => isPart(name, each))) continue
    const file = pathToFileURL(join(clone, "tests/bench", `${name}.bench.ts`)).href
    const { bench } = (await import(file)) as { readonly bench: Bench }
    try {
      for (const row of await bench.run()) print({ ...row, bench: bench.name })
    } catch (error) {
      // Continue: the results of the other benchmarks are still useful.
      process.stderr.write(`${name} could not be measured: ${inspect(error)}\n`)
      process.exitCode = 1
    }
  }
}

/** Prints rows as they are measured. Returns how many missed their goal. */
const printRun = async (): Promise<number> => {
  process.stdout.write("| what | ours | baseline | ratio | goal | |\n|---|---|---|---|---|---|\n")
  let missed = 0
  await run(root, (row) => {
    const ok = met(row)
    if (!ok) missed += 1
    process.stdout.write(
      `| ${row.bench}: ${row.what} | ${number(row.ours)} ${row.unit} | ${number(row.baseline)} ${row.unit} (${row.baselineName}) | ` +
        `${(row.ours / row.baseline).toFixed(2)} | ${goalText(row)} | ${ok ? "met" : "MISSED"}${row.note === undefined ? "" : `; ${row.note}`} |\n`
    )
  })
  return missed
}

const must = (command: string, args: ReadonlyArray<string>, cwd: string): void => {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0 && status !== 9) throw new Error(`${command} ${args.join(" ")} ended with ${status}`)
}

/** The rows of one run of a clone's benchmarks, in a separate process. */
const rowsOf = (clone: string, folder: string): ReadonlyArray<NamedRow> => {
  const rows = join(folder, "rows.json")
  must(process.execPath, [import.meta.filename, "--clone", clone, "--rows", rows, ...wanted], clone)
  return JSON.parse(readFileSync(rows, "utf8")) as ReadonlyArray<NamedRow>
}

/** Installs the packages of a clone's lock file; uses those installed here if the lock files are equal. */
const installIn = (clone: string): void => {
  const lockOf = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8")
  if (lockOf(clone) === lockOf(root)) symlinkSync(join(root, "node_modules"), join(clone, "node_modules"))
  // Not `npm ci`, for the reason given in toolchain.mjs.
  else must("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], clone)
}

/** Runs the benchmarks at another commit and here, in turns, and prints the comparison. */
const compare = (ref: string): void => {
  const folder = mkdtempSync(join(tmpdir(), "lockdesk-against-"))
  const other = join(folder, "clone")
  // PostgreSQL runs as its own user if we are root, and is started from the clone's packages.
  chmodSync(folder, 0o711)
  try {
    must("git", ["worktree", "add", "--detach", "--force", other, ref], root)
    installIn(other)
    const figures = new Map<
      string,
      { readonly unit: string; readonly before: Array<number>; readonly now: Array<number> }
    >()
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [side, clone] of [
        ["before", other],
        ["now", root]
      ] as const) {
        for (const { bench, what, unit, ours } of rowsOf(clone, folder)) {
          const name = `${bench}: ${what}`
          const known = figures.get(name) ?? { unit, before: [], now: [] }
          known[side].push(ours)
          figures.set(name, known)
        }
      }
    }
    process.stdout.write(`| what | ${ref} | now | now / ${ref} |\n|---|---|---|---|\n`)
    for (const [name, { unit, before, now }] of figures) {
      const text = (all: ReadonlyArray<number>) =>
        all.length === 0 ? "not measured" : `${number(median(all))} ${unit}`
      const ratio = before.length === 0 || now.length === 0 ? "" : (median(now) / median(before)).toFixed(2)
      process.stdout.write(`| ${name} | ${text(before)} | ${text(now)} | ${ratio} |\n`)
    }
  } finally {
    spawnSync("git", ["worktree", "remove", "--force", other], { cwd: root })
    rmSync(folder, { recursive: true, force: true })
  }
}

const known = namesIn(root)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`no benchmark ${unknown.join(", ")}: there are ${known.join(", ")}`)
if (values.against !== undefined) compare(values.against)
else if (values.rows !== undefined) {
  const rows: Array<NamedRow> = []
  await run(values.clone, (row) => rows.push(row))
  writeFileSync(values.rows, JSON.stringify(rows))
} else if ((await printRun()) > 0) process.exitCode ??= 9
