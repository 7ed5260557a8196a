import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"
import { atWebPlace, type WebPlace } from "./webPlace.ts"

const locks = 10_000
const rounds = 15

/** Records when the page first had a heading, in milliseconds since navigation. */
const watchHeading = (): void => {
  const watch = new MutationObserver(() => {
    if (document.querySelector("h1") === null) return
    watch.disconnect()
    Object.assign(globalThis, { headingAt: performance.now() })
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** Milliseconds from navigation to the screen's heading, in a browser context that has never loaded the console. */
const start = async (place: WebPlace, path: string, signedIn: boolean): Promise<number> => {
  const { context, page } = await place.open()
  try {
    if (!signedIn) await context.addInitScript(() => localStorage.clear())
    await context.addInitScript(watchHeading)
    await page.goto(path)
    await page.locator("h1").first().waitFor()
    return await page.evaluate(() => (globalThis as unknown as { headingAt: number }).headingAt)
  } finally {
    await context.close()
  }
}

const screens = { dashboard: "/dashboard", locks: "/locks/manage_locks", facilities: "/facilities" } as const

const measure = async (place: WebPlace): Promise<ReadonlyArray<BenchRow>> => {
  const signIn: Array<number> = []
  const taken = Object.entries(screens).map(([name, path]) => ({ name, path, times: [] as Array<number> }))
  for (let round = 0; round < rounds; round++) {
    signIn.push(await start(place, "/signin", false))
    for (const { path, times } of taken) times.push(await start(place, path, true))
  }
  return taken.map(({ name, times }) => ({
    what: `${locks.toLocaleString("en-US")} locks, first load of the ${name} to its heading`,
    unit: "ms",
    ours: median(times),
    baseline: median(signIn),
    baselineName: "the sign-in, which asks the server for nothing",
    goal: { atMost: 3 },
    note: `${rounds} browsers, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`
  }))
}

/** How soon a screen appears on the first load of the console. */
export const bench: Bench = { name: "webStart", run: () => atWebPlace(locks, measure) }
