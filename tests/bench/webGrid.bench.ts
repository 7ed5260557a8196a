import { join } from "node:path"
import { build } from "esbuild"
import type { Bench } from "./Bench.ts"
import { atWebPlace, type BenchPage } from "./webPlace.ts"
import { percentile } from "./webPaint.ts"

/** Locks of the company. `BENCH_GRID_LOCKS=5000` tests the benchmark itself with fewer. */
const size = Number(process.env["BENCH_GRID_LOCKS"] ?? 100_000)
/** Duration and speed of a fling: about a row and a half per frame. */
const fling = { seconds: 5, pixelsPerSecond: 4000 } as const
const times = 3

interface Frames {
  readonly drawn: number
  readonly due: number
  readonly worst: number
  /** The main thread's own time in milliseconds, without waiting for a CPU. */
  readonly busy: number
}

const busySoFar = async ({ session }: BenchPage): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics")
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN)
}

/** Counts the frames of a page during scrolling: those drawn, and those due at the display's rate. */
const flung = async (at: BenchPage, scroller: string): Promise<Frames> => {
  const before = await busySoFar(at)
  const frames = await scrolled(at, scroller)
  return { ...frames, busy: (await busySoFar(at)) - before }
}

const scrolled = ({ page }: BenchPage, scroller: string): Promise<Omit<Frames, "busy">> =>
  page.evaluate(
    ({ at, seconds, speed }) =>
      new Promise<Omit<Frames, "busy">>((resolve, reject) => {
        const element = document.querySelector(at)
        if (element === null) return reject(new Error(`nothing scrolls at ${at}`))
        element.scrollTop = 0
        const stamps: Array<number> = []
        const frame = (now: number): void => {
          stamps.push(now)
          const past = now - (stamps[0] ?? now)
          element.scrollTop = (past / 1000) * speed
          if (past < seconds * 1000) return void requestAnimationFrame(frame)
          const gaps = stamps.slice(1).map((stamp, nth) => stamp - (stamps[nth] ?? stamp))
          const due = gaps.reduce((sum, gap) => sum + Math.max(1, Math.round(gap / (1000 / 60))), 0)
          resolve({ drawn: gaps.length, due, worst: Math.max(...gaps) })
        }
        requestAnimationFrame(frame)
      }),
    { at: scroller, seconds: fling.seconds, speed: fling.pixelsPerSecond }
  )

const droppedShare = ({ drawn, due }: Frames): number => (100 * (due - drawn)) / due

const rowsPassed = (fling.seconds * fling.pixelsPerSecond) / 48
const busyPerRow = (all: ReadonlyArray<Frames>): number =>
  percentile(
    all.map(({ busy }) => busy / rowsPassed),
    0.5
  )

const baselineScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "webGridVirtuoso.tsx")],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' }
  })
  return outputFiles[0]?.text ?? ""
}

const many = async (fling: () => Promise<Frames>): Promise<ReadonlyArray<Frames>> => {
  const all: Array<Frames> = []
  for (let nth = 0; nth < times; nth++) all.push(await fling())
  return all
}

const note = (all: ReadonlyArray<Frames>): string =>
  `${all.map((frames) => droppedShare(frames).toFixed(1)).join(", ")} %, worst frame ${Math.max(...all.map(({ worst }) => worst)).toFixed(0)} ms`

/**
 * An empty page as high as the list, to measure the frames the machine itself drops. Without a graphics card, the browser
 * paints on the CPU.
 */
const showEmpty = (height: number): void => {
  const page = document.createElement("div")
  page.id = "empty"
  page.style.cssText = "position:fixed;inset:0;z-index:100;overflow-y:auto;background:Canvas"
  page.append(document.createElement("div"))
  page.firstElementChild?.setAttribute("style", `height:${height}px`)
  document.body.replaceChildren(page)
}

/** Manage Locks with every row on one page, scrolled fast, compared with a bare react-virtuoso list in the same page. */
export const bench: Bench = {
  name: "webGrid",
  run: () =>
    atWebPlace(size, async (place) => {
      const at = await place.open()
      const { page } = at
      await at.session.send("Performance.enable", { timeDomain: "threadTicks" })
      await page.goto("/locks/manage_locks?count=all")
      await page.getByText(`${size.toLocaleString("en-US")} locks`, { exact: true }).waitFor()
      await page.locator(".list-rows [role=row]").nth(5).waitFor()
      await page.evaluate(() => {
        const scrolling = [...document.querySelectorAll("main, main *")].find(
          (element) => element.scrollHeight > 100_000 && /auto|scroll/.test(getComputedStyle(element).overflowY)
        )
        scrolling?.setAttribute("data-scroller", "")
      })
      const ours = await many(() => flung(at, "[data-scroller]"))
      await page.evaluate(await baselineScript())
      await page.evaluate(
        (rows) => (globalThis as { __showVirtuoso?: (rows: number) => void }).__showVirtuoso?.(rows),
        size
      )
      await page.locator("#baseline [data-index='5']").waitFor()
      const baseline = await many(() => flung(at, "#baseline"))
      await page.evaluate(showEmpty, 48 * size)
      const empty = await many(() => flung(at, "#empty"))
      await at.context.close()
      const shares = (all: ReadonlyArray<Frames>): number => percentile(all.map(droppedShare), 0.5)
      return [
        {
          what: `${size.toLocaleString("en-US")} locks, frames dropped in a fling of ${fling.seconds} s`,
          unit: "%",
          ours: shares(ours),
          baseline: shares(baseline),
          baselineName: "a bare react-virtuoso list of as many rows, same page",
          goal: { within: 5 },
          note: `median of ${times}: ${note(ours)} against ${note(baseline)}; an empty page by itself ${note(empty)}`
        },
        {
          what: "the main thread's own time for each row that passes",
          unit: "ms",
          ours: busyPerRow(ours),
          baseline: busyPerRow(baseline),
          baselineName: "the same, whose rows are eight texts",
          goal: { within: (1000 / fling.pixelsPerSecond) * 48 },
          note: `whatever else the machine does; the goal is the time that there is for a row at this pace; an empty page ${busyPerRow(empty).toFixed(2)} ms`
        }
      ]
    })
}
