import type { Page } from "playwright-core"
import { axeFindings } from "./axe.ts"
import { clickableWithoutCommand } from "./clickable.ts"
import { inTime } from "./inTime.ts"
import { tooWide } from "./tooWide.ts"

/** Fields of a page that an iPhone zooms in on when they get the focus, because their text is smaller than 16 px. */
const zoomedIn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    [...document.querySelectorAll("input, select, textarea")]
      .filter((field) => !field.matches("[type=checkbox], [type=radio], [type=file]") && field.checkVisibility())
      .filter((field) => innerWidth < 768 && parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `text smaller than 16 px: ${field.outerHTML.slice(0, 160)}`)
  )

/**
 * Findings that depend on the page's width, one line each: what doesn't fit, what a phone zooms in on, and what is clickable without
 * a command.
 */
export const layoutFaults = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...(await tooWide(page)),
  ...(await zoomedIn(page)),
  ...(await clickableWithoutCommand(page))
]

/** All findings of the current page, one line each: its layout, and axe, which takes most of the time. */
export const unsound = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...(await layoutFaults(page)),
  ...(await axeFindings(page))
]

/** Resizes a page's window. */
export const resizeTo = async (
  page: Page,
  size: { readonly width: number; readonly height: number }
): Promise<void> => {
  await page.setViewportSize(size)
  // Resize listeners render in the next frame.
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await inTime(`painting at ${size.width} px`, page.evaluate(drawn))
}

/** Window sizes of a phone, a tablet and a desktop. */
const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1440, height: 900 }
] as const

/** The phone window, in which journeys call `unsoundAtEveryWidth`. */
export const [phone] = windows

/** Layout findings of a page at phone, tablet and desktop sizes. Restores the phone size. */
export const layoutFaultsAtEveryWidth = async (
  page: Page,
  faultsOf: (page: Page) => Promise<ReadonlyArray<string>> = layoutFaults
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const size of windows) {
    await resizeTo(page, size)
    found.push(...(await faultsOf(page)).map((fault) => `at ${size.width} px: ${fault}`))
  }
  await page.setViewportSize(phone)
  return found
}

/** The same, and axe findings at phone size. */
export const unsoundAtEveryWidth = async (
  page: Page,
  faultsOf?: (page: Page) => Promise<ReadonlyArray<string>>
): Promise<ReadonlyArray<string>> => [...(await axeFindings(page)), ...(await layoutFaultsAtEveryWidth(page, faultsOf))]
