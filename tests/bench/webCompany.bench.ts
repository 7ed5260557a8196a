import { join } from "node:path"
import type { Bench, BenchRow } from "./Bench.ts"
import { percentile, watchPaint } from "./webPaint.ts"
import { atWebPlace, type WebPlace } from "./webPlace.ts"
import { note, random, typeOut } from "./webTyping.ts"

const script = join(import.meta.dirname, "companyServer.ts")
/** How many names are typed in each list, a key per letter. */
const names = 40

const quoted = (text: string): string => JSON.stringify(text)
const listed = (rows: string) => (text: string) =>
  `document.activeElement.value === ${quoted(text)} &&
   [...document.querySelectorAll(${quoted(rows)})].some((row) => row.textContent.includes(${quoted(text.trim())}))`

const row = (what: string, figures: ReadonlyArray<number>): BenchRow => ({
  what: `${what}, key to painted rows, p99`,
  unit: "ms",
  ours: percentile(figures, 0.99),
  baseline: 1000 / 60,
  baselineName: "one frame",
  goal: { within: 22 },
  note: note(figures)
})
const typed = (name: string, most: number): ReadonlyArray<string> =>
  Array.from({ length: names }, () => `${name} ${1 + random(most)}`)

/** Typing into the search of 10,000 users and of 5,000 facilities. */
const measureTyping = async (place: WebPlace): Promise<ReadonlyArray<BenchRow>> => {
  const at = await place.open()
  const { page } = at
  await page.goto("/team/users")
  await page.locator(".list-row").first().waitFor()
  await watchPaint(page)
  await page.getByLabel("Search User Name or Email").focus()
  const users = await typeOut(at, typed("Person", 10_000), listed(".list-row"))
  await page.goto("/settings/overlock/create")
  await page.getByLabel("Display Name *").fill("Typed")
  await page.getByLabel("Subdomain URL *").fill("typed")
  await page.getByRole("button", { name: "Next" }).click()
  await page.locator(".transfer-row").first().waitFor()
  await watchPaint(page)
  await page.getByLabel("Search unassigned").focus()
  const facilities = await typeOut(at, typed("Place", 5_000), listed(".transfer-row"))
  await at.context.close()
  return [row("10,000 users", users), row("5,000 facilities of a subdomain", facilities)]
}

/** The lists of a company of 10,000 users and 5,000 facilities. */
export const bench: Bench = { name: "webCompany", run: () => atWebPlace(0, measureTyping, 0, script) }
