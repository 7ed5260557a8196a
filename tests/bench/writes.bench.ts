import { join } from "node:path"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { onBothHomes } from "./benchHomes.ts"
import { startBenchProcess } from "./benchProcess.ts"
import { inTurn, type Load, loadRequests, requestOf } from "./loadClients.ts"
import { median } from "./median.ts"
import type { WritingCompany } from "./writesServer.ts"

const script = join(import.meta.dirname, "writesServer.ts")
const rounds = 3

const statuses = [LockStatus.id.Damaged, LockStatus.id.Available]

/** Sets each lock in turn to another status, then all of them back. */
const changes = (companies: ReadonlyArray<WritingCompany>): ReadonlyArray<Buffer> => {
  const most = Math.max(...companies.map(({ locks }) => locks.length))
  return statuses.flatMap((secondaryLockStatus) =>
    Array.from({ length: most }, (_, nth) => nth).flatMap((nth) =>
      companies.flatMap(({ token, locks }) => {
        const lock = locks[nth]
        if (lock === undefined) return []
        const body = { lockID: lock.lockID, secondaryLockStatus }
        return [requestOf({ method: "PUT", path: "/api/locks/update-lock", token, body })]
      })
    )
  )
}

const reveals = ({ token, locks }: WritingCompany): ReadonlyArray<Buffer> =>
  locks.map(({ serial }) =>
    requestOf({
      method: "POST",
      path: "/api/locks/reveal-unlock-code",
      token,
      body: { serialCode: serial, reason: revealReasons[0] }
    })
  )

const insert = requestOf({ method: "POST", path: "/", token: "none", body: { reason: revealReasons[0] } })

/** The writes, the number of clients, and the goal: relative to as many inserts, or absolute per home. */
const workloads = {
  "changes of locks of one company, 8 clients": {
    clients: 8,
    requests: (companies: ReadonlyArray<WritingCompany>) => changes(companies.slice(0, 1)),
    goal: { embedded: { reaches: 800 }, PostgreSQL: { reaches: 1_500 } }
  },
  "changes of locks of eight companies, 8 clients": { clients: 8, requests: changes, goal: { atLeast: 0.2 } },
  "changes of locks of one company, 1 client": {
    clients: 1,
    requests: (companies: ReadonlyArray<WritingCompany>) => changes(companies.slice(1, 2)),
    goal: { atLeast: 0.2 }
  },
  "reveals of one company, 16 clients": {
    clients: 16,
    requests: ([company]: ReadonlyArray<WritingCompany>) => (company === undefined ? [] : reveals(company)),
    goal: { atLeast: 0.6 }
  },
  "reveals of one company, 1 client": {
    clients: 1,
    requests: ([company]: ReadonlyArray<WritingCompany>) => (company === undefined ? [] : reveals(company)),
    goal: { atLeast: 0.5 }
  }
} as const

/** Changes and reveals over HTTP, alternating with bare inserts over HTTP, in both homes; medians of three rounds. */
export const bench: Bench = {
  name: "writes",
  run: async () => {
    const rows: Array<BenchRow> = []
    await onBothHomes(async ({ name, folder, url }) => {
      const target = url === undefined ? [folder] : [folder, url]
      const filled = await startBenchProcess<{ filled: number }>(script, ["fill", ...target])
      await filled.end()
      const loads: Record<"ours" | "bare", Record<string, Array<Load>>> = { ours: {}, bare: {} }
      for (let round = 0; round < rounds; round++) {
        for (const kind of ["bare", "ours"] as const) {
          const { facts, end } = await startBenchProcess<{
            port: number
            companies?: ReadonlyArray<WritingCompany>
          }>(script, [kind, ...target])
          for (const [what, { clients, requests }] of Object.entries(workloads)) {
            const following = inTurn(facts.companies === undefined ? [insert] : requests(facts.companies))
            await loadRequests(facts.port, following, { clients, seconds: 0.5 })
            ;(loads[kind][what] ??= []).push(await loadRequests(facts.port, following, { clients, seconds: 2 }))
          }
          await end()
        }
      }
      for (const [what, { goal }] of Object.entries(workloads)) {
        const of = (kind: "ours" | "bare", figure: keyof Load) =>
          median((loads[kind][what] ?? []).map((measured) => measured[figure]))
        rows.push({
          what: `${name}, ${filled.facts.filled.toLocaleString("en-US")} locks: ${what}`,
          unit: "requests/s",
          ours: of("ours", "perSecond"),
          baseline: of("bare", "perSecond"),
          baselineName: "bare node:http, one durable insert each, same driver and engine",
          goal: "embedded" in goal ? goal[name] : goal,
          note: `p50 ${of("ours", "p50").toFixed(1)} ms, p99 ${of("ours", "p99").toFixed(1)} ms against ${of("bare", "p50").toFixed(1)} and ${of("bare", "p99").toFixed(1)}`
        })
      }
    })
    return rows
  }
}
