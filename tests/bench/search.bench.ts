import { join } from "node:path"
import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"
import { onBothHomes } from "./benchHomes.ts"
import { startBenchProcess } from "./benchProcess.ts"
import { load, type Load } from "./loadClients.ts"
import { searchCompany, smallCompany } from "./searchData.ts"
import { searchPaths } from "./searchPaths.ts"

const script = join(import.meta.dirname, "searchServer.ts")
const rounds = 3

/** The searched company, among eight companies that have a million locks together. */
const companies: Readonly<Record<string, string>> = {
  "703,272 of its own": searchCompany,
  "70 of its own": smallCompany
}

/** /locks/search among 1,000,000 locks, alternating with a bare server, in both homes; medians of three rounds. */
export const bench: Bench = {
  name: "search",
  run: async () => {
    const rows: Array<BenchRow> = []
    await onBothHomes(async ({ name, folder, url }) => {
      const target = url === undefined ? [folder] : [folder, url]
      const filled = await startBenchProcess<{ filled: number }>(script, ["fillCompanies", ...target])
      await filled.end()
      for (const [locks, company] of Object.entries(companies)) {
        const loads: Record<"ours" | "bare", Record<string, Array<Load>>> = { ours: {}, bare: {} }
        for (let round = 0; round < rounds; round++) {
          for (const kind of ["ours", "bare"] as const) {
            const env = { BENCH_COMPANY: company }
            const { facts, end } = await startBenchProcess<{ port: number; token: string }>(
              script,
              [kind, ...target],
              env
            )
            for (const [search, paths] of Object.entries(searchPaths)) {
              await load(facts.port, paths, facts.token, { seconds: 0.7 })
              ;(loads[kind][search] ??= []).push(await load(facts.port, paths, facts.token, { seconds: 2 }))
            }
            await end()
          }
        }
        for (const search of Object.keys(searchPaths)) {
          const of = (kind: "ours" | "bare", figure: keyof Load) =>
            median((loads[kind][search] ?? []).map((measured) => measured[figure]))
          rows.push({
            what: `${name}, ${filled.facts.filled.toLocaleString("en-US")} locks, ${locks}: ${search}`,
            unit: "requests/s",
            ours: of("ours", "perSecond"),
            baseline: of("bare", "perSecond"),
            baselineName: "bare node:http, same SQL, same driver and engine with the plans they choose",
            goal: { atLeast: search.includes("typed") ? 0.8 : search.startsWith("filter") ? 0.9 : 0.5 },
            note: `16 clients; p50 ${of("ours", "p50").toFixed(1)} ms, p99 ${of("ours", "p99").toFixed(1)} ms against ${of("bare", "p50").toFixed(1)} and ${of("bare", "p99").toFixed(1)}`
          })
        }
      }
    })
    return rows
  }
}
