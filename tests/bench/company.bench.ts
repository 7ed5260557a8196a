import { join } from "node:path"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { type BenchHome, onBothHomes } from "./benchHomes.ts"
import { startBenchProcess } from "./benchProcess.ts"
import { ask, openCounter, paced, percentileOf, rateBetween } from "./companyLoads.ts"
import type { CompanyFacts } from "./companyServer.ts"
import { inTurn, loadRequests, requestOf } from "./loadClients.ts"
import { median } from "./median.ts"

const script = join(import.meta.dirname, "companyServer.ts")
const rounds = 3

const start = <A = CompanyFacts>(act: "fill" | "ours" | "bare", { folder, url }: BenchHome, receiver?: string) =>
  startBenchProcess<A>(
    script,
    [act, folder, ...(url === undefined ? [] : [url])],
    receiver === undefined ? {} : { BENCH_RECEIVER: receiver }
  )

/** One save of each of the four areas, with a new value every time. */
const saves = async (facts: CompanyFacts, round: number): Promise<Readonly<Record<string, () => Buffer>>> => {
  const key = { name: `Gate ${round}`, facilityIds: [], allFacilities: true, isActive: true }
  const { id } = await ask<{ id: number }>(facts, "POST", "/companies/add-api-key", key)
  const portal = { displayName: "Bench", subdomainUrl: `bench-${round}`, facilityIDs: [] }
  const subdomain = await ask<{ id: number }>(facts, "POST", "/companies/subdomains", portal)
  let nth = 0
  const put = (path: string, body: (name: string) => object) => () =>
    requestOf({ method: "PUT", path: `/api${path}`, token: facts.token, body: body(`Name ${round}-${(nth += 1)}`) })
  return {
    "the company's contact": put("/settings/update-company", (contactName) => ({ contactName })),
    "a user": put("/users/update-user", (lastName) => ({ userID: facts.userID, lastName })),
    "an API key": put("/companies/update-api-key", (name) => ({ ...key, id, name })),
    "a subdomain": put("/companies/subdomains", (displayName) => ({ id: subdomain.id, displayName }))
  }
}

/** Each save by one client, alternating with one durable insert over HTTP. */
const measureSaves = async (home: BenchHome): Promise<ReadonlyArray<BenchRow>> => {
  const figures: Record<string, Array<number>> = {}
  const bare: Array<number> = []
  const insert = inTurn([requestOf({ method: "POST", path: "/", token: "none", body: { note: "Name 1" } })])
  const size = { clients: 1, seconds: 1 }
  for (let round = 0; round < rounds; round++) {
    const other = await start<{ port: number }>("bare", home)
    await loadRequests(other.facts.port, insert, { ...size, seconds: 0.5 })
    bare.push((await loadRequests(other.facts.port, insert, size)).p50)
    await other.end()
    const { facts, end } = await start("ours", home)
    const each = Object.entries(await saves(facts, round))
    // Run every save before timing any, because the first requests after a start are slow, whichever they are.
    for (const [, next] of each) await loadRequests(facts.port, next, size)
    for (const [what, next] of each) {
      ;(figures[what] ??= []).push((await loadRequests(facts.port, next, size)).p50)
    }
    await end()
  }
  return Object.entries(figures).map(([what, measured]) => ({
    what: `${home.name}, ${what} saved over HTTP, 1 client`,
    unit: "ms",
    ours: median(measured),
    baseline: median(bare),
    baselineName: "bare node:http, one durable insert, same driver and engine",
    goal: { atMost: 2 }
  }))
}

/** The same call with a key and in a session, alternating. */
const measureKeys = async (home: BenchHome): Promise<BenchRow> => {
  const { facts, end } = await start("ours", home)
  const { secret } = await ask<{ secret: string }>(facts, "POST", "/companies/add-api-key", {
    name: "Speed",
    facilityIds: [],
    allFacilities: true,
    isActive: true
  })
  const figures = { key: [] as Array<number>, session: [] as Array<number> }
  const tokens = { key: `Bearer ${secret}`, session: facts.token } as const
  const loads = (["session", "key"] as const).map((kind) => {
    const paths = facts.serials.map((serial) => `/api/locks/search?filter=serialCode%3D${serial}`)
    return [kind, inTurn(paths.map((path) => requestOf({ method: "GET", path, token: tokens[kind] })))] as const
  })
  for (let round = 0; round < rounds * 2; round++) {
    for (const [kind, next] of loads) {
      const load = await loadRequests(facts.port, next, { clients: 1, seconds: 1 })
      // The first round warms both up.
      if (round > 0) figures[kind].push(load.p50)
    }
  }
  await end()
  return {
    what: `${home.name}, a search by serial code with an API key, 1 client`,
    unit: "ms",
    ours: median(figures.key),
    baseline: median(figures.session),
    baselineName: "the same in a session",
    goal: { atMost: 1.15 }
  }
}

const hooks = 20
const revealsPerSecond = 50
const seconds = 6

/** 50 reveals a second, reported to 20 webhooks (1,000 messages a second), compared with the same reveals without webhooks. */
const measureWebhooks = async (home: BenchHome): Promise<ReadonlyArray<BenchRow>> => {
  const counter = await openCounter()
  const { facts, end } = await start("ours", home, counter.host)
  const reveals = inTurn(
    facts.serials.map((serialCode) =>
      requestOf({
        method: "POST",
        path: "/api/locks/reveal-unlock-code",
        token: facts.token,
        body: { serialCode, reason: revealReasons[0] }
      })
    )
  )
  const pace = { perSecond: revealsPerSecond, seconds }
  await paced(facts.port, reveals, { ...pace, seconds: 2 })
  const alone = [...(await paced(facts.port, reveals, pace))]
  for (let nth = 0; nth < hooks; nth++) {
    await ask(facts, "POST", "/companies/webhooks", { url: `${counter.url}?n=${nth}`, events: ["lock.revealed"] })
  }
  await paced(facts.port, reveals, { ...pace, seconds: 2 })
  const begun = performance.now()
  const meanwhile = await paced(facts.port, reveals, pace)
  const rate = rateBetween(counter.arrivals, begun, begun + seconds * 1000)
  const expected = hooks * revealsPerSecond * (seconds + 2)
  const late = performance.now()
  while (counter.arrivals.length < expected && performance.now() - late < 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const behind = Math.max(0, (counter.arrivals.at(-1) ?? 0) - begun - seconds * 1000)
  await end()
  counter.close()
  return [
    {
      what: `${home.name}, deliveries to ${hooks} webhooks while 1,000 a second are made`,
      unit: "deliveries/s",
      ours: rate,
      baseline: hooks * revealsPerSecond,
      baselineName: "what is made",
      goal: { atLeast: 0.95 },
      note: `${counter.arrivals.length} of ${expected} came; the last ${(behind / 1000).toFixed(1)} s after the last reveal`
    },
    {
      what: `${home.name}, a reveal meanwhile, p50`,
      unit: "ms",
      ours: percentileOf(meanwhile, 0.5),
      baseline: percentileOf(alone, 0.5),
      baselineName: "the same reveals without webhooks",
      goal: { atMost: 1.1 },
      note: `p99 ${percentileOf(meanwhile, 0.99).toFixed(1)} against ${percentileOf(alone, 0.99).toFixed(1)} ms`
    }
  ]
}

/** A company of 10,000 users and 5,000 facilities: its saves, API keys and webhooks. `webCompany` types into its lists. */
export const bench: Bench = {
  name: "company",
  run: async () => {
    const rows: Array<BenchRow> = []
    await onBothHomes(async (home) => {
      await (await start("fill", home)).end()
      rows.push(...(await measureSaves(home)), await measureKeys(home), ...(await measureWebhooks(home)))
    })
    return rows
  }
}
