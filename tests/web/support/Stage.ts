import type { Browser } from "playwright-core"
import { Browsers } from "./Browsers.ts"
import { DelayingProxy } from "./DelayingProxy.ts"
import { launchChromium } from "./launchChromium.ts"

/**
 * The switches of a stage: one process for all tabs, so that the next visitor's tab reuses compiled code. In `npm test`, pages
 * live for a second or two, so optimizing their code and a separate process for drawing cost more than they save.
 */
const switches = [
  "--process-per-site",
  ...(process.env["LOCKDESK_TRIALS"] === undefined
    ? ["--in-process-gpu", "--js-flags=--no-script-streaming --max-lazy --no-maglev --no-turbofan"]
    : [])
]

/** For a page that computes for seconds: its code is optimized. */
const optimizing = ["--process-per-site", "--in-process-gpu"]

/** How many browser contexts are passed from one desk to the next. */
const passedOn = 3

/**
 * A Chromium, and an address that always leads to the current desk's server. The desks of a worker use it one after another
 * (`vitest.config.ts`), because cached and compiled code belongs to the address, and the first load of the console costs four
 * times as much as later ones.
 */
export class Stage {
  readonly proxy: DelayingProxy
  readonly browser: Browser
  readonly browsers: Browsers
  readonly #isPassedOn: boolean

  private constructor(proxy: DelayingProxy, browser: Browser, isPassedOn: boolean) {
    this.proxy = proxy
    this.browser = browser
    this.browsers = new Browsers(browser, proxy.address)
    this.#isPassedOn = isPassedOn
  }

  static async #open(isPassedOn: boolean, given = switches): Promise<Stage> {
    const [proxy, browser] = await Promise.all([DelayingProxy.open(), launchChromium(...given)])
    return new Stage(proxy, browser, isPassedOn)
  }

  /** Opens a stage that closes with its desk. */
  static open(): Promise<Stage> {
    return Stage.#open(false)
  }

  /** The same for a page that computes for seconds. */
  static openOptimizing(): Promise<Stage> {
    return Stage.#open(false, optimizing)
  }

  /**
   * Takes this worker's stage, or opens one if another desk is using it. It ends with the process, because Chromium then exits
   * too.
   */
  static async take(): Promise<Stage> {
    return waiting.pop() ?? Stage.#open(true)
  }

  /** Points its address at the server at `upstream`. */
  standBefore(upstream: string): void {
    this.proxy.standBefore(upstream)
    this.proxy.comeBack()
  }

  /** Releases the stage when its desk closes. */
  async leave(): Promise<void> {
    this.proxy.reset()
    if (this.#isPassedOn) {
      this.proxy.goDown()
      await this.browsers.keep(passedOn)
      waiting.push(this)
    } else {
      await this.browser.close()
      await this.proxy.close()
    }
  }
}

/** Stages no desk is using. */
const waiting: Array<Stage> = []
