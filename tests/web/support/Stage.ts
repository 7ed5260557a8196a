import type { Browser } from "playwright-core"
import { Browsers } from "./Browsers.ts"
import { DelayingProxy } from "./DelayingProxy.ts"
import { launchChromium } from "./launchChromium.ts"

/** One process for all tabs of a browser, so that the next visitor's tab finds what the one before has compiled. */
const onePerBrowser = "--process-per-site"

/** How many browsers of visitors are passed on from one desk to the next. */
const passedOn = 3

/**
 * A Chromium, and an address at which it finds the server of whichever desk has it now. Desks of one worker have it one after
 * the other (`vitest.config.ts`): what a browser has cached and compiled belongs to the address, and to load the console for the
 * first time costs four times the work of every other time.
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

  static async #open(isPassedOn: boolean): Promise<Stage> {
    const [proxy, browser] = await Promise.all([DelayingProxy.open(), launchChromium(onePerBrowser)])
    return new Stage(proxy, browser, isPassedOn)
  }

  /** One that ends with its desk. */
  static open(): Promise<Stage> {
    return Stage.#open(false)
  }

  /** That of this worker, unless another desk has it at the moment. It ends with the process: Chromium notices, and ends too. */
  static async take(): Promise<Stage> {
    return waiting.pop() ?? Stage.#open(true)
  }

  /** From now on its address is that of the server at `upstream`. */
  standBefore(upstream: string): void {
    this.proxy.standBefore(upstream)
    this.proxy.comeBack()
  }

  /** Its desk is closed. */
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

/** Those that no desk has at the moment. */
const waiting: Array<Stage> = []
