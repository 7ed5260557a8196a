import { bareSync } from "./bareSync.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { recordTasks } from "./mainThread.ts"
import { atSyncPlace, type SyncPage, type SyncPlace } from "./syncPlace.ts"

const sizes = [100_000, 1_000_000]

/** Milliseconds after which the benchmark fails if a list's calls haven't ended. */
const longestWait = 120_000

/** Locks changed for the later sync. */
const changed = 10

/** The calls of the synced list, in seconds on the browser's clock. */
interface Pulls {
  readonly calls: number
  readonly megabytes: number
  readonly began: number
  readonly ended: number
}

/** Milliseconds without a request after which a list counts as complete. Received locks are stored first. */
const quiet = 4_000

/** Records the pulls of a page. The returned function waits until there were some and none has started or ended for a while. */
const watchPulls = async ({ session }: SyncPage): Promise<() => Promise<Pulls>> => {
  const began = new Map<string, number>()
  const ended: Array<{ readonly at: number; readonly bytes: number }> = []
  let lastSeen = performance.now()
  await session.send("Network.enable")
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (!/^\/api\/locks(\/whole)?$/.test(new URL(request.url).pathname)) return
    began.set(requestId, timestamp)
    lastSeen = performance.now()
  })
  const received = new Map<string, number>()
  const end = (requestId: string, at: number, bytes = received.get(requestId) ?? 0): void => {
    if (!began.has(requestId)) return
    ended.push({ at, bytes })
    lastSeen = performance.now()
  }
  session.on("Network.dataReceived", ({ requestId, encodedDataLength: bytes }) => {
    received.set(requestId, (received.get(requestId) ?? 0) + bytes)
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes, timestamp: at }) =>
    end(requestId, at, bytes)
  )
  // The page cancels a whole-list response as soon as it has its last piece, so a failure is a normal end.
  session.on("Network.loadingFailed", ({ requestId, timestamp: at }) => end(requestId, at))
  return async () => {
    const until = performance.now() + longestWait
    while (began.size === 0 || began.size !== ended.length || performance.now() - lastSeen < quiet) {
      if (performance.now() > until)
        throw new Error(`${began.size} calls began and ${ended.length} ended; no more came`)
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
const held = async ({ session }: SyncPage): Promise<number> => {
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage")
  return (usedSize + backingStorageSize) / 1e6
}

const millis = (from: number, to: number): number => (to - from) * 1000

const measure = async (place: SyncPlace, size: number): Promise<ReadonlyArray<BenchRow>> => {
  const at = await place.open()
  const { page, session } = at
  const named = `${size.toLocaleString("en-US")} locks`
  await page.route("**/api/locks/whole*", (route) => route.abort())
  await page.goto("/dashboard")
  await page.locator("h1").first().waitFor()
  const empty = await held(at)
  await page.unrouteAll()
  // Ends the page's pending calls before anything is recorded.
  await page.goto("about:blank")
  const settled = await watchPulls(at)
  const tasksOf = await recordTasks(session)
  await page.goto("/dashboard")
  const first = await settled()
  const tasks = await tasksOf(first.began)
  const memory = (await held(at)) - empty

  const since = new Date(performance.timeOrigin + performance.now()).toISOString()
  await place.change(changed)
  const later = await settled()

  // The list is stored within a minute; the reload starts from what is stored.
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
  await page.context().close()
  return [
    {
      what: `${named}, first sync`,
      unit: "ms",
      ours: millis(first.began, first.ended),
      baseline: bare,
      baselineName: "the same locks as JSON in pieces of 5,000, parsed in the same page",
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
      what: `${named}, memory of the list`,
      unit: "MB",
      ours: memory,
      baseline: asObjects,
      baselineName: "the same locks as parsed objects",
      goal: { atMost: 1 },
      note: `the page without locks holds ${empty.toFixed(1)} MB`
    },
    {
      what: `${named}, later sync of ${changed} changed`,
      unit: "ms",
      ours: millis(later.began, later.ended),
      baseline: bareLater,
      baselineName: "the same changes asked for at once and parsed in the same page",
      goal: { atMost: 5 },
      note: `${later.calls} calls, ${(later.megabytes * 1000).toFixed(1)} KB`
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

/** The synced list in a real Chromium: the first sync, a later one, and one after a reload. */
export const bench: Bench = {
  name: "sync",
  run: async () => {
    const rows: Array<BenchRow> = []
    for (const size of sizes) rows.push(...(await atSyncPlace(size, (place) => measure(place, size))))
    return rows
  }
}
