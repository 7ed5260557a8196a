import { join } from "node:path"
import { build } from "esbuild"
import type { Page } from "playwright-core"
import type { Bench, BenchRow } from "./Bench.ts"
import { percentile, watchPaint } from "./webPaint.ts"
import { atWebPlace, serialAt, type WebPlace } from "./webPlace.ts"
import { measureSync } from "./webSync.ts"
import { note, openings, openOften, palette, random, typeOut } from "./webTyping.ts"

interface Size {
  readonly size: number
  readonly goal: number
  readonly opening: number
}

/**
 * The company's lock counts, and the p99 goals in milliseconds from a key to its painted results and for opening.
 * `BENCH_WEB_LOCKS=5000` tests the benchmark itself with fewer.
 */
const sizes: ReadonlyArray<Size> =
  process.env["BENCH_WEB_LOCKS"] === undefined
    ? [
        { size: 100_000, goal: 16.7, opening: 22 },
        { size: 1_000_000, goal: 33, opening: 50 }
      ]
    : [{ size: Number(process.env["BENCH_WEB_LOCKS"]), goal: 16.7, opening: 22 }]
const baselineItems = 10_000
/** How many serial codes are typed per size, eight keys each. */
const typed = { ours: 60, baseline: 6 }

/** The input has the text, and a listed lock has all of it marked in its serial code. */
const ourResults = (text: string): string =>
  `(() => {
    const palette = document.querySelector("dialog.palette")
    const marked = (row) => [...row.querySelectorAll(".serial mark")].map((each) => each.textContent).join("")
    return palette?.querySelector("[role=combobox]")?.value.replaceAll(" ", "") === "${text}" &&
      [...palette.querySelectorAll('[role=option][data-row^="lock "]')].some((row) => marked(row) === "${text}")
  })()`

/** The first item starts with the input's text. For the first digit, that may be true before cmdk has filtered. */
const cmdkResults = (text: string): string =>
  `document.querySelector("#baseline [cmdk-input]").value === "${text}" &&
   document.querySelector("#baseline [cmdk-item]")?.textContent.startsWith("${text}") === true`

/** A field that shows its text in one line and does nothing else, to measure the wait for the next frame alone. */
const showBare = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const place = document.createElement("div")
    place.id = "bare"
    place.style.cssText = "position:fixed;inset:0;z-index:100;background:Canvas"
    const field = document.createElement("input")
    const line = document.createElement("p")
    field.addEventListener("input", () => {
      line.textContent = field.value
    })
    place.append(field, line)
    document.body.append(place)
    field.focus()
  })

const bareResults = (text: string): string => `document.querySelector("#bare p").textContent === "${text}"`

const baselineScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "webCmdk.tsx")],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' }
  })
  return outputFiles[0]?.text ?? ""
}

const measurePalette = async (place: WebPlace, { size, goal, opening }: Size): Promise<ReadonlyArray<BenchRow>> => {
  const at = await place.open()
  const { page } = at
  const sync = await measureSync(place, at, size)
  await watchPaint(page)
  const openingTimes = await openOften(at)
  const serialsOf = (count: number) => Array.from({ length: count }, () => serialAt(random(size)))
  await page.keyboard.press("Control+k")
  await page.locator(palette).waitFor()
  const ours = await typeOut(at, serialsOf(typed.ours), ourResults)
  await page.keyboard.press("Escape")

  await page.evaluate(await baselineScript())
  const items = Array.from({ length: baselineItems }, (_, nth) => serialAt(nth))
  await page.evaluate(
    (serials) => (globalThis as { __showCmdk?: (serials: ReadonlyArray<string>) => void }).__showCmdk?.(serials),
    items
  )
  await page.locator("#baseline [cmdk-input]").focus()
  const baseline = await typeOut(at, items.slice(0, typed.baseline), cmdkResults)
  await showBare(page)
  const bare = await typeOut(at, serialsOf(typed.ours), bareResults)
  await at.context.close()

  const named = `${size.toLocaleString("en-US")} locks`
  return [
    {
      what: `${named}, key to painted results, p99`,
      unit: "ms",
      ours: percentile(ours, 0.99),
      baseline: percentile(baseline, 0.99),
      baselineName: `cmdk's own filter over ${baselineItems.toLocaleString("en-US")} items, same page`,
      goal: { within: goal },
      note: `${note(ours)} against ${note(baseline)}`
    },
    {
      what: `${named}, key to painted results, p99, beside a bare field`,
      unit: "ms",
      ours: percentile(ours, 0.99),
      baseline: percentile(bare, 0.99),
      baselineName: "a field that shows its text in one line, same page: the wait for the next frame",
      goal: { atMost: 1.2 },
      note: `${note(ours)} against ${note(bare)}`
    },
    {
      what: `${named}, opening, p99`,
      unit: "ms",
      ours: percentile(openingTimes, 0.99),
      baseline: 1000 / 60,
      baselineName: "one frame",
      goal: { within: opening },
      note: `${openings} openings, first ${openingTimes[0]?.toFixed(1)}, median ${percentile(openingTimes, 0.5).toFixed(1)} ms`
    },
    ...sync
  ]
}

/** The console with 100,000 and 1,000,000 synced locks in a real Chromium, compared with cmdk's own filter. */
export const bench: Bench = {
  name: "web",
  run: async () => {
    const rows: Array<BenchRow> = []
    for (const size of sizes) {
      rows.push(...(await atWebPlace(size.size, (place) => measurePalette(place, size))))
    }
    return rows
  }
}
