/**
 * `npm run bench [NAME ...]`: every benchmark in turn, or those named; prints ratios against a baseline measured in the
 * same run. A row that misses its goal is marked, and makes the exit code 9; no test ever waits for one.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Bench, BenchRow } from "../tests/bench/Bench.ts"

const folder = join(import.meta.dirname, "../tests/bench")
const wanted = process.argv.slice(2)

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3)

const met = ({ ours, baseline, goal }: BenchRow): boolean => {
  if ("within" in goal) return ours <= goal.within
  const ratio = ours / baseline
  return "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast
}

const goalText = ({ goal, unit }: BenchRow): string => {
  if ("within" in goal) return `<= ${goal.within} ${unit}`
  return "atMost" in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`
}

process.stdout.write("| what | ours | baseline | ratio | goal | |\n|---|---|---|---|---|---|\n")
let missed = 0
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith(".bench.ts"))
  .sort()) {
  if (wanted.length > 0 && !wanted.includes(file.replace(".bench.ts", ""))) continue
  const { bench } = (await import(pathToFileURL(join(folder, file)).href)) as { readonly bench: Bench }
  for (const row of await bench.run()) {
    const ok = met(row)
    if (!ok) missed += 1
    process.stdout.write(
      `| ${bench.name}: ${row.what} | ${number(row.ours)} ${row.unit} | ${number(row.baseline)} ${row.unit} (${row.baselineName}) | ` +
        `${(row.ours / row.baseline).toFixed(2)} | ${goalText(row)} | ${ok ? "met" : "MISSED"}${row.note === undefined ? "" : `; ${row.note}`} |\n`
    )
  }
}
process.exitCode = missed === 0 ? 0 : 9
