import type { Page } from "playwright-core"
import type { Bench, BenchRow } from "./Bench.ts"
import { recordTasks } from "./mainThread.ts"
import { atWebPlace, type BenchPage, serialAt, type WebPlace } from "./webPlace.ts"

const sizes = [100_000]

/** Changed locks of the later sync. */
const changed = 10

/** What the calls of the synced list took, by the browser's clock in seconds. */
interface Pulls {
  readonly calls: number
  readonly megabytes: number
  readonly began: number
  readonly ended: number
}

/** Notes the pulls of a page; asked, it waits until there were some and none has begun or ended for a second. */
const watchPulls = async ({ session }: BenchPage): Promise<() => Promise<Pulls>> => {
  const began = new Map<string, number>()
  const ended: Array<{ readonly at: number; readonly bytes: number }> = []
  let lastSeen = performance.now()
  await session.send("Network.enable")
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (new URL(request.url).pathname !== "/api/locks") return
    began.set(requestId, timestamp)
    lastSeen = performance.now()
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes, timestamp: at }) => {
    if (!began.has(requestId)) return
    ended.push({ at, bytes })
    lastSeen = performance.now()
  })
  return async () => {
    while (began.size === 0 || began.size !== ended.length || performance.now() - lastSeen < 1000) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const pulls = {
      calls: ended.length,
      megabytes: ended.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
      began: Math.min(...began.values()),
      ended: Math.max(...ended.map(({ at }) => at))
    }
    began.clear()
    ended.length = 0
    return pulls
  }
}

/** Megabytes that the page's scripts hold: objects, and the memory behind typed arrays. */
const held = async ({ session }: BenchPage): Promise<number> => {
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage")
  return (usedSize + backingStorageSize) / 1e6
}

/** The same pieces asked for, parsed and kept as they are by the same page. Returns milliseconds. */
const bareSync = (page: Page, token: string, lastPulled: string): Promise<number> =>
  page.evaluate(
    async ([authorization, since]) => {
      const kept: Array<unknown> = []
      Object.assign(globalThis, { keptByBench: kept })
      const began = performance.now()
      let query = since === "" ? "" : `&lastPulled=${encodeURIComponent(since)}`
      for (;;) {
        const answer = await fetch(`/api/locks?count=5000${query}`, { headers: { authorization } })
        const piece = (await answer.json()) as { after: string | null; lastPulled: string; data: unknown }
        kept.push(piece.data)
        if (piece.after === null) return performance.now() - began
        query = `&lastPulled=${encodeURIComponent(piece.lastPulled)}&after=${piece.after}`
      }
    },
    [token, lastPulled] as const
  )

const reveal = async (place: WebPlace, serialCode: string): Promise<void> => {
  const answer = await fetch(`${place.address}/api/locks/reveal-unlock-code`, {
    method: "POST",
    headers: { authorization: place.token, "content-type": "application/json" },
    body: JSON.stringify({ serialCode, reason: "Remove Overlock" })
  })
  if (!answer.ok) throw new Error(`the reveal of ${serialCode} answered ${answer.status}`)
}

const millis = (from: number, to: number): number => (to - from) * 1000

const measure = async (place: WebPlace, size: number): Promise<ReadonlyArray<BenchRow>> => {
  const at = await place.open()
  const { page, session } = at
  const named = `${size.toLocaleString("en-US")} locks`
  await page.goto("/signin")
  const settled = await watchPulls(at)
  const tasksOf = await recordTasks(session)
  await page.goto("/dashboard")
  const first = await settled()
  const tasks = await tasksOf(first.began)
  const memory = await held(at)

  const since = new Date(performance.timeOrigin + performance.now()).toISOString()
  for (let nth = 0; nth < changed; nth++) await reveal(place, serialAt(nth))
  const later = await settled()

  // What is kept is written within a minute; a reload begins from what there is.
  const tasksOfReload = await recordTasks(session)
  await page.reload()
  const again = await settled()
  const reloadTasks = await tasksOfReload(0)

  const bareLater = await bareSync(page, place.token, since)
  await settled()
  const before = await held(at)
  const bare = await bareSync(page, place.token, "")
  await settled()
  const asObjects = (await held(at)) - before
  await at.context.close()
  return [
    {
      what: `${named}, first sync`,
      unit: "ms",
      ours: millis(first.began, first.ended),
      baseline: bare,
      baselineName: "the same calls and JSON.parse in the same page",
      goal: { atMost: 2 },
      note: `${first.calls} calls, ${first.megabytes.toFixed(2)} MB over the network; main thread ${tasks.total.toFixed(0)} ms in all, ${tasks.overFrame} tasks over a frame`
    },
    {
      what: `${named}, first sync, longest task of the main thread`,
      unit: "ms",
      ours: tasks.longest,
      baseline: 1000 / 60,
      baselineName: "one frame at 60 Hz",
      goal: { within: 16 },
      note: "processor time"
    },
    {
      what: `${named}, memory of the whole page with the list`,
      unit: "MB",
      ours: memory,
      baseline: asObjects,
      baselineName: "the same locks alone as parsed objects",
      goal: { atMost: 1 }
    },
    {
      what: `${named}, later sync of ${changed} changed`,
      unit: "ms",
      ours: millis(later.began, later.ended),
      baseline: bareLater,
      baselineName: "the same changes asked for at once and parsed in the same page",
      goal: { atMost: 20 },
      note: `${later.calls} calls as they were told of, ${(later.megabytes * 1000).toFixed(1)} KB`
    },
    {
      what: `${named}, over the network at a reload`,
      unit: "MB",
      ours: again.megabytes,
      baseline: first.megabytes,
      baselineName: "the first sync",
      goal: { atMost: 0.05 },
      note: `longest task ${reloadTasks.longest.toFixed(1)} ms of processor time, the console's own start included`
    }
  ]
}

/** The synced list in a real Chromium: first, later, and over a reload. */
export const bench: Bench = {
  name: "sync",
  run: async () => {
    const rows: Array<BenchRow> = []
    for (const size of sizes) rows.push(...(await atWebPlace(size, (place) => measure(place, size))))
    return rows
  }
}
