import { type Browser, chromium as playwright } from "playwright-core"
import { chromium } from "../../../scripts/chromium.ts"

/** A Chromium to drive. */
export const launchChromium = (): Promise<Browser> =>
  playwright.launch({
    executablePath: chromium(),
    // Root has no sandbox to give; a container's /dev/shm is often too small for a page.
    args: ["--no-sandbox", "--disable-dev-shm-usage"]
  })
