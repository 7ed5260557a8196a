import { randomFrom } from "../support/random.ts"
import { keyToPaint, percentile, typeKey } from "./webPaint.ts"
import type { BenchPage } from "./webPlace.ts"

/** The palette's input. */
export const palette = "dialog.palette [role=combobox]"
const opened = `document.activeElement?.matches("${palette}") === true`
export const openings = 30

export const random = randomFrom(1)
/** Keys come at any time within a frame. */
const pause = (): number => random(17)

/** Milliseconds per key of these texts, typed one after another into the focused field. */
export const typeOut = async (
  { page, session }: BenchPage,
  texts: ReadonlyArray<string>,
  results: (typed: string) => string
): Promise<ReadonlyArray<number>> => {
  const figures: Array<number> = []
  for (const text of texts) {
    for (let length = 1; length <= text.length; length++) {
      const press = typeKey(session, text[length - 1] ?? "")
      figures.push(await keyToPaint(page, press, { shown: results(text.slice(0, length)), wait: pause() }))
    }
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Delete")
  }
  return figures
}

/** Opens and closes the palette repeatedly, and returns how long each opening took. */
export const openOften = async ({ page }: BenchPage): Promise<ReadonlyArray<number>> => {
  const figures: Array<number> = []
  for (let nth = 0; nth < openings; nth++) {
    figures.push(await keyToPaint(page, () => page.keyboard.press("Control+k"), { shown: opened, wait: pause() }))
    await page.keyboard.press("Escape")
    await page.locator(palette).waitFor({ state: "detached" })
  }
  return figures
}

/** The note a reader needs to trust key timings. */
export const note = (figures: ReadonlyArray<number>): string =>
  `${figures.length} keys; p50 ${percentile(figures, 0.5).toFixed(1)}, worst ${Math.max(...figures).toFixed(1)} ms`
