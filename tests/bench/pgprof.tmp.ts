import { spawn } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { startCluster } from "../support/databaseCluster.ts"
import { startBenchProcess } from "./benchProcess.ts"
import { load } from "./loadClients.ts"
import { searchPaths } from "./searchPaths.ts"
const cluster = await startCluster()
const folder = mkdtempSync("/tmp/bench-pg-")
process.env.BENCH_LOCKS = "100000"
const url = cluster.url("postgres")
const f = await startBenchProcess("tests/bench/searchServer.ts", ["fill", folder, url]); await f.end()
import { readFileSync } from "node:fs"
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10_000 }
for (const kind of (process.env.KINDS ?? "ours,bare,ours,bare").split(",")) {
  const prof = process.env.PROF ? ["--cpu-prof", "--cpu-prof-interval=200", "--cpu-prof-dir=/tmp/prof-" + kind] : []
  const child = spawn(process.execPath, [...prof, "tests/bench/searchServer.ts", kind, folder, url], { stdio: ["pipe", "pipe", "inherit"] })
  const said: any = await new Promise((r) => child.stdout.once("data", (d) => r(JSON.parse(String(d)))))
  await load(said.port, searchPaths.unit!, said.token, { seconds: 2 })
  const before = cpu(child.pid!)
  const r = await load(said.port, searchPaths.unit!, said.token, { seconds: 4 })
  console.log(kind, r.perSecond.toFixed(0), "per s;", ((cpu(child.pid!) - before) / (r.perSecond * 4)).toFixed(0), "us cpu per request")
  child.stdin.end()
  await new Promise((r) => child.once("exit", r))
}
await cluster.dispose()
