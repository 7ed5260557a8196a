import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"
import { type BenchPage, atWebPlace, serialAt } from "./webPlace.ts"

/** The company's lock counts, and the goal for a first visit in milliseconds. `BENCH_WEB_LOCKS` sets a different count. */
const sizes =
  process.env["BENCH_WEB_LOCKS"] === undefined
    ? [
        { size: 93_000, first: 1_200, visits: 5 },
        { size: 750_000, first: 4_000, visits: 0 }
      ]
    : [{ size: Number(process.env["BENCH_WEB_LOCKS"]), first: 1_200, visits: 5 }]

/** Milliseconds of one visit, counted from when the dashboard appears. */
interface Visit {
  /** Until a lock that was typed immediately is offered. */
  readonly result: number
  /** Until the list is complete. */
  readonly whole: number
  /** From navigation until the dashboard appeared. */
  readonly boot: number
}

const now = (): number => performance.now()

/** Opens the dashboard, types a serial code as soon as it appears, and waits until the whole list is loaded. */
const visit = async ({ page }: BenchPage, size: number): Promise<Visit> => {
  await page.goto("/dashboard")
  await page.locator("h1").first().waitFor()
  const boot = await page.evaluate(now)
  const serial = serialAt(7)
  await page.keyboard.press("Control+k")
  await page.keyboard.insertText(serial)
  await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('dialog.palette [role=option][data-row^="lock "]')].some((row) =>
        row.textContent.replaceAll(" ", "").includes(text)
      ),
    serial
  )
  const result = await page.evaluate(now)
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+k")
  await page.waitForFunction(
    (text) => document.querySelector("dialog.palette")?.textContent.includes(text) === true,
    `${size.toLocaleString("en-US")} locks`
  )
  return { result: result - boot, whole: (await page.evaluate(now)) - boot, boot }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const measure = ({ size, first: firstGoal, visits }: (typeof sizes)[number]): Promise<ReadonlyArray<BenchRow>> =>
  atWebPlace(size, async (place) => {
    const at = await place.open()
    const first = await visit(at, size)
    // The list is stored after it is complete.
    if (visits > 0) await wait(3_000)
    const later: Array<Visit> = []
    for (let nth = 0; nth < visits; nth++) later.push(await visit(at, size))
    await at.context.close()
    const of = (figure: keyof Visit): number => median(later.map((each) => each[figure]))
    const row = (what: string, ours: number, baseline: number, goal: number, note: string): BenchRow => ({
      what: `${size.toLocaleString("en-US")} locks, ${what}`,
      unit: "ms",
      ours,
      baseline,
      baselineName: "first visit of the same browser",
      goal: { within: goal },
      note
    })
    const boot = `dashboard after ${first.boot.toFixed(0)} ms`
    const whole = row("first visit, whole list", first.whole, first.whole, firstGoal, boot)
    if (visits === 0) return [whole]
    const counted = `median of ${visits} visits, from the dashboard on; it was there after ${of("boot").toFixed(0)} ms`
    return [
      whole,
      row("second visit, first lock offered", of("result"), first.result, 100, counted),
      row("second visit, whole list", of("whole"), first.whole, 300, counted)
    ]
  })

/** How long first and later visits take until a large company's locks are loaded. */
export const bench: Bench = {
  name: "webVisits",
  run: async () => {
    const rows: Array<BenchRow> = []
    for (const size of sizes) rows.push(...(await measure(size)))
    return rows
  }
}
