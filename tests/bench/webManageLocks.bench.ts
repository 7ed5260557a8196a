import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Bench } from "./Bench.ts"
import { median } from "./median.ts"
import { atWebPlace, type WebPlace } from "./webPlace.ts"

const web = join(import.meta.dirname, "../../dist/web")
const locks = 10_000
const rounds = 5

/** Sums how far tasks of the page's main thread exceed 50 ms. */
const watchLongTasks = (): void => {
  const found = { blocked: 0 }
  Object.assign(globalThis, { longTasks: found })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.blocked += duration - 50
  }).observe({ type: "longtask", buffered: true })
}

interface Load {
  /** Gzipped bytes of scripts and styles, including preloaded ones. */
  readonly bytes: number
  readonly files: number
  /** Milliseconds by which tasks exceeded 50 ms. */
  readonly blocked: number
}

/** Opens the screen in a browser context that has never loaded the console, and waits until loading ends. */
const load = async (place: WebPlace): Promise<Load> => {
  const { context, page } = await place.open()
  try {
    await context.addInitScript(watchLongTasks)
    await page.goto("/locks/manage_locks")
    await page.locator("h1").first().waitFor()
    await page.waitForLoadState("networkidle")
    const { names, blocked } = await page.evaluate(() => ({
      names: performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
      blocked: (globalThis as unknown as { longTasks: { readonly blocked: number } }).longTasks.blocked
    }))
    const files = [...new Set(names)].filter((name) => /\.(js|css)$/.test(name))
    const bytes = files.reduce((total, name) => total + readFileSync(join(web, `${name}.gz`)).length, 0)
    return { bytes, files: files.length, blocked }
  } finally {
    await context.close()
  }
}

/** The network size and main-thread blocking time of the first load of Manage Locks. */
export const bench: Bench = {
  name: "webManageLocks",
  run: () =>
    atWebPlace(locks, async (place) => {
      const loads: Array<Load> = []
      for (let round = 0; round < rounds; round++) loads.push(await load(place))
      const of = (figure: keyof Load): number => median(loads.map((each) => each[figure]))
      const named = `${locks.toLocaleString("en-US")} locks, first load of Manage Locks`
      return [
        {
          what: `${named}, scripts and styles with what is loaded ahead, gzipped`,
          unit: "KB",
          ours: of("bytes") / 1000,
          baseline: of("bytes") / 1000,
          baselineName: "none",
          goal: { within: 300 },
          note: `${of("files")} files`
        },
        {
          what: `${named}, total blocking time`,
          unit: "ms",
          ours: of("blocked"),
          baseline: 50,
          baselineName: "the length from which a task counts",
          goal: { within: 60 },
          note: `median of ${rounds} browsers, the tasks of the whole load`
        }
      ]
    })
}
