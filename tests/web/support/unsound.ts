import type { Page } from "playwright-core"
import { axeFindings } from "./axe.ts"
import { clickableWithoutCommand } from "./clickable.ts"

/** What is wider than the page, and so has to be scrolled to sideways. */
const tooWide = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const wide = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
      .map((element) => `too wide: ${element.tagName}.${element.className}`)
    return [`too wide: the page by ${root.scrollWidth - root.clientWidth} px`, ...wide.slice(0, 5)]
  })

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

/** What depends on the width of a page as it is now, a line for each: what is too wide, what is clicked without being a command. */
export const layoutFaults = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...(await tooWide(page)),
  ...(await clickableWithoutCommand(page))
]

/** What is wrong with a page as it is now, a line for each: its layout, and what axe finds in both themes, which is most of the work. */
export const unsound = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...(await layoutFaults(page)),
  ...(await axeInBothThemes(page))
]
