import { type Browser, chromium as playwright } from "playwright-core"
import { testBrowser } from "../../../scripts/chromium.ts"

/** Launches a Chromium with additional arguments. */
export const launchChromium = (...more: ReadonlyArray<string>): Promise<Browser> =>
  playwright.launch({
    // Its version is checked once per run, not at every launch.
    executablePath: process.env["CHROMIUM_PATH"] ?? testBrowser(),
    // Root can't use the sandbox, and a container's /dev/shm is often too small for a page. Cached scripts are already
    // compiled; streaming compilation would add a tenth to the renderer's work per load.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--no-script-streaming", ...more]
  })
