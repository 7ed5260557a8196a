import type { Bench, BenchRow } from "./Bench.ts"
import { percentile, watchPaint } from "./webPaint.ts"
import { atWebPlace, type WebPlace } from "./webPlace.ts"
import { note, openings, openOften, palette, random, typeOut } from "./webTyping.ts"

const facilities = 10_000
const locks = 10_000
/** How many names are typed in each place, a key per letter: about 500 keys, so that the p99 isn't a single one. */
const names = 40

/** The palette's budgets, applied to this many facilities (issue 5, section 9), and the first load of their list. */
const within = { key: 22, opening: 50, list: 3000 }

const row = (what: string, figures: ReadonlyArray<number>, goal: number): BenchRow => ({
  what: `${facilities.toLocaleString("en-US")} facilities, ${what}, p99`,
  unit: "ms",
  ours: percentile(figures, 0.99),
  baseline: 1000 / 60,
  baselineName: "one frame",
  goal: { within: goal },
  note: note(figures)
})

const typedNames = (): ReadonlyArray<string> =>
  Array.from({ length: names }, () => `Facility ${1 + random(facilities)}`)

const quoted = (text: string): string => JSON.stringify(text)

/** The field has the text, and a row of the list contains it. */
const listed = (text: string): string =>
  `document.activeElement.value === ${quoted(text)} &&
   [...document.querySelectorAll(".list-row")].some((row) => row.textContent.includes(${quoted(text.trim())}))`

/** The input has the text, and a listed facility contains it. */
const found = (text: string): string =>
  `document.querySelector(${quoted(palette)})?.value === ${quoted(text)} &&
   [...document.querySelectorAll("dialog.palette [role=option]")].some((row) => row.textContent.includes(${quoted(text.trim().slice(-5))}))`

const held = (text: string): string => `document.activeElement.value === ${quoted(text)}`

const measure = async (place: WebPlace): Promise<ReadonlyArray<BenchRow>> => {
  const at = await place.open()
  const { page } = at
  await page.goto("/facilities")
  await page.locator(".list-row").first().waitFor()
  const listedAt = await page.evaluate(() => performance.now())
  await watchPaint(page)
  await page.getByLabel("Search Facility Name or ID").focus()
  const list = await typeOut(at, typedNames(), listed)
  const openingTimes = await openOften(at)
  await page.keyboard.press("Control+k")
  await page.locator(palette).waitFor()
  const inPalette = await typeOut(at, typedNames(), found)
  await page.keyboard.press("Escape")
  await page.goto("/facilities/1")
  await page.getByLabel("Facility Name").waitFor()
  await watchPaint(page)
  await page.getByLabel("Facility Name").fill("")
  const form = await typeOut(at, typedNames(), held)
  await at.context.close()
  return [
    // The database has no statistics of the new facilities, as after an import.
    {
      ...row("first load to their list", [listedAt], within.list),
      what: `${facilities.toLocaleString("en-US")} facilities, first load to their list`,
      note: "new in the database"
    },
    row("key to painted rows of their list", list, within.key),
    {
      ...row("opening the palette", openingTimes, within.opening),
      note: `${openings} openings; p50 ${percentile(openingTimes, 0.5).toFixed(1)} ms`
    },
    row("key to painted results of the palette", inPalette, within.key),
    row("key to painted text of the form", form, within.key)
  ]
}

/** The console of a company with 10,000 facilities. */
export const bench: Bench = { name: "webFacilities", run: () => atWebPlace(locks, measure, facilities) }
