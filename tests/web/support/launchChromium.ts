import { type Browser, chromium as playwright } from "playwright-core"
import { chromium } from "../../../scripts/chromium.ts"

/** A Chromium to drive, with what else it is told. */
export const launchChromium = (...more: ReadonlyArray<string>): Promise<Browser> =>
  playwright.launch({
    executablePath: chromium(),
    // One process for all tabs of a browser, so that the next visitor's tab finds what the one before has compiled.
    // Root has no sandbox to give; a container's /dev/shm is often too small for a page.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--process-per-site", ...more]
  })
