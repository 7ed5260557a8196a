import type { Page } from "playwright-core"
import { axeFindings } from "./axe.ts"
import { clickableWithoutCommand } from "./clickable.ts"
import { tooWide } from "./tooWide.ts"

/** The rules of axe that colors decide. */
const ofColors = ["color-contrast", "link-in-text-block"]

/** What axe finds in both themes: everything in the light one, and in the dark one what colors decide. */
const axeInBothThemes = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Colors that are on their way from one theme to the other are nobody's.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  const light = await axeFindings(page)
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  const dark = await axeFindings(page, ofColors)
  return [...light, ...dark.map((found) => `in the dark theme: ${found}`)]
}

/** What depends on the width of a page as it is now, a line for each: what has no room, what is clicked without being a command. */
export const layoutFaults = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...(await tooWide(page)),
  ...(await clickableWithoutCommand(page))
]

/** What is wrong with a page as it is now, a line for each: its layout, and what axe finds in both themes, which is most of the work. */
export const unsound = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...(await layoutFaults(page)),
  ...(await axeInBothThemes(page))
]

/** Gives a page a window of another size. */
export const resizeTo = async (
  page: Page,
  size: { readonly width: number; readonly height: number }
): Promise<void> => {
  await page.setViewportSize(size)
  // What hears of the new width draws in the frame after.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** A phone, a tablet and a desk, by the sizes of their windows. */
const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1440, height: 900 }
] as const

/** The window of a phone, in which somebody walks through what `unsoundAtEveryWidth` looks at on the way. */
export const [phone] = windows

/**
 * What is wrong with a page that is open on a phone: there as in `unsound`, and its layout as the window becomes that of a tablet
 * and of a desk. It is a phone's again afterwards.
 */
export const unsoundAtEveryWidth = async (
  page: Page,
  faultsOf: (page: Page) => Promise<ReadonlyArray<string>> = layoutFaults
): Promise<ReadonlyArray<string>> => {
  const found = [...(await axeInBothThemes(page))]
  for (const size of windows) {
    await resizeTo(page, size)
    found.push(...(await faultsOf(page)).map((fault) => `at ${size.width} px: ${fault}`))
  }
  await page.setViewportSize(phone)
  return found
}
