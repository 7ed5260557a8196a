import type { BenchRow } from "./Bench.ts"
import type { BenchPage, WebPlace } from "./webPlace.ts"
import { serialAt } from "./webPlace.ts"

/** Calls of the synced list in a page: how many bytes came over the network, and when. */
interface Pulls {
  readonly calls: number
  readonly bytes: number
  /** Milliseconds from the first request to the last byte. */
  readonly took: number
}

/** Changed locks of the later sync. */
const changed = 10

/** Notes every pull of a page until it is asked. */
const notePulls = async ({ session }: BenchPage): Promise<() => Pulls> => {
  const started = new Map<string, number>()
  const ended: Array<{ readonly at: number; readonly bytes: number }> = []
  await session.send("Network.enable")
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (/\/api\/locks(\?|$)/.test(request.url)) started.set(requestId, timestamp)
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    if (started.has(requestId)) ended.push({ at: timestamp, bytes: encodedDataLength })
  })
  return () => {
    const pulls = {
      calls: ended.length,
      bytes: ended.reduce((sum, { bytes }) => sum + bytes, 0),
      took: (Math.max(...ended.map(({ at }) => at)) - Math.min(...started.values())) * 1000
    }
    started.clear()
    ended.length = 0
    return pulls
  }
}

const heap = async ({ session }: BenchPage): Promise<number> => {
  await session.send("HeapProfiler.collectGarbage")
  return (await session.send("Runtime.getHeapUsage")).usedSize
}

/** The same pieces asked for and parsed by the same page, and nothing made of them. Returns milliseconds. */
const bareSync = ({ page }: BenchPage, token: string, pieces: number): Promise<number> =>
  page.evaluate(
    async ([authorization, count]) => {
      const began = performance.now()
      let query = ""
      for (;;) {
        const answer = await fetch(`/api/locks?count=${count}${query}`, { headers: { authorization } })
        const piece = (await answer.json()) as { after: string | null; lastPulled: string }
        if (piece.after === null) return performance.now() - began
        query = `&lastPulled=${encodeURIComponent(piece.lastPulled)}&after=${piece.after}`
      }
    },
    [token, pieces] as const
  )

/** Waits until the palette says that it has so many locks. */
const untilSynced = async ({ page }: BenchPage, size: number): Promise<void> => {
  await page.keyboard.press("Control+k")
  await page
    .getByText(`${size.toLocaleString("en-US")} locks`)
    .first()
    .waitFor()
  await page.keyboard.press("Escape")
}

/** Loads the console for the first time, waits for all locks, then changes ten of them elsewhere and waits for those. */
export const measureSync = async (place: WebPlace, at: BenchPage, size: number): Promise<ReadonlyArray<BenchRow>> => {
  const { page } = at
  const pulls = await notePulls(at)
  await page.addInitScript(() => {
    const seen = globalThis as { __longest?: number }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.__longest = Math.max(seen.__longest ?? 0, duration)
    }).observe({ type: "longtask", buffered: true })
  })
  await page.goto("/dashboard")
  await page.locator("h1").first().waitFor()
  const before = await heap(at)
  await untilSynced(at, size)
  const first = pulls()
  const longest = await page.evaluate(() => (globalThis as { __longest?: number }).__longest ?? 0)
  const after = await heap(at)
  const bare = await bareSync(at, place.token, 5000)
  pulls()

  for (let nth = 0; nth < changed; nth++) {
    const answer = await fetch(`${place.address}/api/locks/reveal-unlock-code`, {
      method: "POST",
      headers: { authorization: place.token, "content-type": "application/json" },
      body: JSON.stringify({ serialCode: serialAt(nth), reason: "Remove Overlock" })
    })
    await answer.arrayBuffer()
  }
  const named = `${size.toLocaleString("en-US")} locks`
  return [
    {
      what: `${named}, first sync`,
      unit: "ms",
      ours: first.took,
      baseline: bare,
      baselineName: "the same calls and JSON.parse in the same page",
      goal: { atMost: 3 },
      note: `${first.calls} calls, ${(first.bytes / 1e6).toFixed(2)} MB over the network, heap ${(before / 1e6).toFixed(1)} to ${(after / 1e6).toFixed(1)} MB, longest task ${longest.toFixed(0)} ms`
    }
  ]
}
