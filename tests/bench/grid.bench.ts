import { join } from "node:path"
import { build } from "esbuild"
import type { Bench } from "./Bench.ts"
import { atWebPlace, type BenchPage } from "./webPlace.ts"
import { percentile } from "./webPaint.ts"

/** Locks of the company; `BENCH_GRID_LOCKS=5000` tries the benchmark itself on fewer. */
const size = Number(process.env["BENCH_GRID_LOCKS"] ?? 100_000)
/** How long and how fast a finger flings: about a row and a half each frame. */
const fling = { seconds: 5, pixelsPerSecond: 4000 } as const
const times = 3

interface Frames {
  readonly drawn: number
  readonly due: number
  readonly worst: number
}

/** Counts the frames of a page while something is scrolled: those drawn, and those that were due by the display's own pace. */
const flung = async ({ page }: BenchPage, scroller: string): Promise<Frames> =>
  page.evaluate(
    ({ at, seconds, speed }) =>
      new Promise<Frames>((resolve, reject) => {
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

const baselineScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "gridVirtuoso.tsx")],
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

/** Manage Locks with every row on one page, scrolled fast, beside a bare react-virtuoso list in the same page. */
export const bench: Bench = {
  name: "grid",
  run: () =>
    atWebPlace(size, async (place) => {
      const at = await place.open()
      const { page } = at
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
          note: `median of ${times}: ${note(ours)} against ${note(baseline)}`
        }
      ]
    })
}
