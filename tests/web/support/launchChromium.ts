import { type Browser, chromium as playwright } from "playwright-core"
import { testBrowser } from "../../../scripts/chromium.ts"

/** A Chromium to drive, with what else it is told. */
export const launchChromium = (...more: ReadonlyArray<string>): Promise<Browser> =>
  playwright.launch({
    // Asked for its version once a run, not at every launch.
    executablePath: process.env["CHROMIUM_PATH"] ?? testBrowser(),
    // Root has no sandbox to give; a container's /dev/shm is often too small for a page.
    // A script that comes from the cache is compiled already: to compile it beside that while it is read is a tenth of the renderer's part of a load.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--no-script-streaming", ...more]
  })
