import type { BrowserContext, CDPSession, Clock, Cookie, Locator, Page } from "playwright-core"
import type { VisitorsBrowser } from "./Browsers.ts"
import { inTime } from "./inTime.ts"
import { forgetKeys, pressAtOnce, pressedKeys } from "./pressedKeys.ts"
import { countRequests, type Requests } from "./requests.ts"
import { type Complaint, watchPage } from "./watchPage.ts"

/** Milliseconds after which a wait fails. */
const patience = 15_000

/** Milliseconds without a request after which a page counts as settled. */
const moment = 150

/** The hub's completion message. The page makes only one hub call: to join its group. */
const completion = /"type":3\b/

/** A user in a separate browser context with one open tab, and what they can do, in the product's terms. */
export class Visitor {
  readonly page: Page
  /** The token they were signed in with, or null. */
  readonly token: string | null
  readonly #complaints: Array<ReadonlyArray<Complaint>> = []
  readonly #expected: Array<RegExp> = []
  readonly #browser: VisitorsBrowser
  readonly #requests: Requests
  /** Whether no one has used the browser context directly, to set something in it or listen to it. */
  #asGiven = true
  #session: CDPSession | null = null
  #left: Promise<void> | null = null
  /** Resolves when the hub confirms that the page joined its company's group. */
  readonly #live: Promise<unknown>

  constructor(browser: VisitorsBrowser, token: string | null) {
    browser.context.setDefaultTimeout(patience)
    this.#browser = browser
    this.page = browser.page
    this.token = token
    this.#complaints.push(watchPage(this.page))
    this.#requests = countRequests(this.page)
    this.#live = new Promise((answered) => {
      this.page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
          if (completion.test(String(payload))) answered(null)
        })
      )
    })
  }

  /** The browser context, which is not reused afterwards. */
  get context(): BrowserContext {
    this.#asGiven = false
    return this.#browser.context
  }

  /** Opens another tab in the same context. */
  async newTab(path: string): Promise<Page> {
    const page = await this.#browser.newTab()
    this.#complaints.push(watchPage(page))
    await page.goto(path)
    return page
  }

  /** Disconnects the browser from the network, or reconnects it. */
  setOffline(offline: boolean): Promise<void> {
    return this.#browser.setOffline(offline)
  }

  /** The browser's cookies. */
  cookies(): Promise<ReadonlyArray<Cookie>> {
    return this.#browser.context.cookies()
  }

  /** What the browser stores for every tab: cookies, local storage and databases. */
  stored(): ReturnType<BrowserContext["storageState"]> {
    return this.#browser.context.storageState({ indexedDB: true })
  }

  /** The CDP session for sending keys faster than a person can. */
  async session(): Promise<CDPSession> {
    this.#session ??= await this.#browser.context.newCDPSession(this.page)
    return this.#session
  }

  /** Loads a URL, as from the address bar. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Opens the first URL of this visit. */
  enters(path: string): Promise<void> {
    return this.#browser.enter(path)
  }

  /** Navigates within the page, as a link does, without a reload and without the prompt about unsaved changes. */
  async follows(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState({}, "", to), path)
  }

  /** Allows matching page errors in this journey, such as refused calls or an offline server. */
  expects(...patterns: ReadonlyArray<RegExp>): void {
    this.#expected.push(...patterns)
  }

  /** Page errors the journey didn't expect. */
  unexpected(): ReadonlyArray<Complaint> {
    return this.#complaints.flat().filter(({ text }) => !this.#expected.some((pattern) => pattern.test(text)))
  }

  /** Waits until the page has made no request for a moment and has painted. Reads of its own storage come before a request. */
  async settled(): Promise<void> {
    const from = performance.now()
    for (let changes = -1; this.#requests.underWay() > 0 || this.#requests.changes() !== changes;) {
      if (performance.now() - from > patience) throw new Error(`requests are still under way at ${this.page.url()}`)
      changes = this.#requests.changes()
      await this.#drawn()
    }
  }

  /**
   * Waits for a moment, and then until the page is idle, for at most half a second, and has painted. All tabs share one process,
   * and Chromium sometimes calls none of them idle anymore. A covered tab may never paint.
   */
  async #drawn(): Promise<void> {
    try {
      // One call of the page: asking it again for every frame of that moment makes it draw each of them.
      const drawn = async (pause: number) => {
        await new Promise((over) => setTimeout(over, pause))
        await new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done), { timeout: 500 }))
      }
      await inTime("painting", this.page.evaluate(drawn, moment))
    } catch (cause) {
      const asked = this.page.evaluate(() => document.visibilityState)
      const state = await inTime("asking the page", asked).catch(String)
      throw new Error(`the page at ${this.page.url()} isn't painted: ${state}`, { cause })
    }
  }

  /** Goes to a screen within the page, and waits for its heading. */
  async opens(path: string, heading: string): Promise<void> {
    await this.follows(path)
    await this.sees(heading)
  }

  /** Presses keys one after another: `press("g", "l")`, `press("Control+k")`. */
  async press(...keys: ReadonlyArray<string>): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /**
   * Installs a fake clock in the loaded page. The page's time is 1970 for a moment, so wait until it has noted that its user is
   * active: noted then, they would be signed out for inactivity.
   */
  async fakeClock(): Promise<Clock> {
    await this.page.waitForFunction(() => localStorage.getItem("active") !== null)
    const { clock } = this.context
    await clock.install()
    return clock
  }

  /** Sends keys, such as a serial code and Enter, faster than a person can. */
  async pressAtOnce(keys: ReadonlyArray<string>): Promise<void> {
    await pressAtOnce(await this.session(), keys)
  }

  /** The keys pressed since `forgetKeys`, without modifiers: Mod+K counts as one. */
  async keys(): Promise<ReadonlyArray<string>> {
    return (await pressedKeys(this.page)).map(({ key }) => key)
  }

  /** Milliseconds between the first and the last of those keys, by the browser's timestamps. */
  async keysTook(): Promise<number> {
    const keys = await pressedKeys(this.page)
    return (keys.at(-1)?.at ?? 0) - (keys[0]?.at ?? 0)
  }

  forgetKeys(): Promise<void> {
    return forgetKeys(this.page)
  }

  heading(name: string): Locator {
    return this.page.getByRole("heading", { name, exact: true })
  }

  /** Waits for a screen with this heading. */
  sees(heading: string): Promise<void> {
    return this.until(`the heading '${heading}'`, this.heading(heading).first().waitFor())
  }

  /** Waits for text anywhere on the screen. */
  reads(text: string | RegExp): Promise<void> {
    return this.until(`'${text}'`, this.page.getByText(text).filter({ visible: true }).first().waitFor())
  }

  /** Waits until text is gone from the screen. */
  readsNoMore(text: string | RegExp): Promise<void> {
    return this.until(`no '${text}'`, this.page.getByText(text).first().waitFor({ state: "hidden" }))
  }

  /** Waits for a URL. */
  isAt(path: string | RegExp): Promise<void> {
    const fits = (url: URL): boolean =>
      typeof path === "string" ? url.pathname === path : path.test(url.pathname + url.search)
    return this.until(`the address ${path}`, this.page.waitForURL(fits))
  }

  /** Waits; on failure, reports what was on the screen instead. */
  async until(what: string, wait: Promise<unknown>): Promise<void> {
    try {
      await wait
    } catch (cause) {
      const { pathname, search } = new URL(this.page.url())
      const shown = await this.page.locator("body").innerText()
      throw new Error(`waited for ${what} at ${pathname}${search} and saw:\n${shown}\n${await this.#details()}`, {
        cause
      })
    }
  }

  /** Context the screen text lacks when a wait fails: notices, page errors, and where the focus is. */
  async #details(): Promise<string> {
    const there = await this.page.evaluate(() => ({
      notices: sessionStorage.getItem("notices"),
      focus: document.activeElement?.outerHTML.slice(0, 200)
    }))
    return JSON.stringify({ ...there, complaints: this.#complaints.flat() }, null, 2)
  }

  /** The palette's input, which exists while the palette is open. */
  get paletteBox(): Locator {
    return this.page.locator("dialog.palette [role=combobox]")
  }

  /** The first row of the palette with this text. */
  row(text: string | RegExp): Locator {
    return this.page.locator("dialog.palette [role=option]").filter({ hasText: text }).first()
  }

  /** Opens the palette with its shortcut and types into it. */
  async openPalette(text = ""): Promise<void> {
    await this.press("Control+k")
    await this.paletteBox.waitFor()
    await this.page.keyboard.type(text)
  }

  /** Runs a command in the palette by mouse: no key is pressed except to type the text. */
  async picks(words: string, row: string | RegExp = new RegExp(words, "i")): Promise<void> {
    await this.does("palette.open").first().click()
    await this.paletteBox.fill(words)
    await this.row(row).click()
  }

  /** Presses Tab until the target has the focus, as keyboard users do. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press("Tab")
    }
    const at = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    throw new Error(`80 times Tab did not lead to ${target}; the focus is on ${at}`)
  }

  /** Waits until the page receives live events. */
  live(): Promise<void> {
    return this.until(
      "live events",
      this.#live.then(() => undefined)
    )
  }

  /** Waits until the browser has the company's locks. */
  async synced(): Promise<void> {
    await this.openPalette()
    await this.reads(/[1-9][\d,]* locks/)
    await this.press("Escape")
    await this.paletteBox.waitFor({ state: "detached" })
  }

  /** Runs a command in the palette by its text. */
  async runs(words: string): Promise<void> {
    await this.openPalette(words)
    await this.row(new RegExp(words, "i")).waitFor()
    await this.press("Enter")
  }

  /** The visible elements that run a command on this screen: buttons or menu entries. */
  does(command: string): Locator {
    return this.page.locator(`[data-command="${command}"]`).filter({ visible: true })
  }

  /** Signs out by mouse, in the profile menu or, on a small screen, the slide-out menu. */
  async signsOut(): Promise<void> {
    const profile = this.does("profile.open").first()
    await profile.or(this.does("menu.open").first()).first().click()
    await this.does("auth.logout").first().click()
  }

  /**
   * Releases the browser context for the next visitor, keeping the console in its tab if `loaded` and not driven over CDP. A second
   * call does nothing.
   */
  leave(loaded = false): Promise<void> {
    this.#left ??= this.#leave(loaded)
    return this.#left
  }

  async #leave(loaded: boolean): Promise<void> {
    // A closed tab or a crashed page has ended it.
    await this.#session?.detach().catch(() => undefined)
    await this.#browser.leave({ asGiven: this.#asGiven, loaded: loaded && this.#session === null })
  }
}
