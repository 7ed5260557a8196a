/**
 * Exports 100,000 locks through the call (searched, read, written and sent by a server on the embedded database, and received
 * by a client), compared with exceljs' streaming writer writing the same rows alone. Both alternate in separate processes. Also
 * measures how much the server's memory grew.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"
import { startBenchProcess } from "./benchProcess.ts"

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3)
const size = Number(process.env["BENCH_LOCKS"] ?? 100_000)
const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Resident memory of a process in megabytes. */
const memoryOf = (pid: number): number => {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kilobytes) / 1024
}

interface Called {
  readonly millis: number
  readonly megabytes: number
  readonly grew: number
}

const throughTheCall = async (address: string, token: string, pid: number): Promise<Called> => {
  const before = memoryOf(pid)
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 50)
  const began = performance.now()
  const response = await fetch(`${address}/api/locks/export`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ format: "xlsx" })
  })
  let bytes = 0
  for await (const part of response.body ?? []) bytes += part.length
  const millis = performance.now() - began
  clearInterval(watching)
  if (response.headers.get("x-export-rows") !== String(size)) throw new Error("the file has other rows")
  return { millis, megabytes: bytes / 1e6, grew: peak - before }
}

const alone = async (): Promise<number> => {
  const writer = await startBenchProcess<{ millis: number }>(beside("exportAloneServer.ts"), [String(size)])
  await writer.end()
  return writer.facts.millis
}

const run = async (): Promise<ReadonlyArray<BenchRow>> => {
  const folder = mkdtempSync(join(tmpdir(), "lockdesk-export-"))
  process.env["BENCH_LOCKS"] = String(size)
  try {
    await (await startBenchProcess(beside("searchServer.ts"), ["fill", folder])).end()
    const script = beside("searchServer.ts")
    const server = await startBenchProcess<{ port: number; token: string; pid: number }>(script, ["ours", folder])
    const { port, token, pid } = server.facts
    const address = `http://127.0.0.1:${port}`
    const calls: Array<Called> = []
    const others: Array<number> = []
    await throughTheCall(address, token, pid)
    for (let round = 0; round < rounds; round++) {
      others.push(await alone())
      calls.push(await throughTheCall(address, token, pid))
    }
    await server.end()
    const grew = Math.max(...calls.map((each) => each.grew))
    return [
      {
        what: `a file of ${size} locks`,
        unit: "ms",
        ours: median(calls.map(({ millis }) => millis)),
        baseline: median(others),
        baselineName: "exceljs' streaming writer writing such rows alone",
        goal: { atMost: 1.2 },
        note: `the server grew by ${Math.round(grew)} MB at most; ${(calls[0]?.megabytes ?? 0).toFixed(1)} MB sent; ${rounds} rounds in turns`
      }
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const bench: Bench = { name: "export", run }
