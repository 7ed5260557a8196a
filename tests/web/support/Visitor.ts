import type { BrowserContext, CDPSession, Cookie, Locator, Page } from "playwright-core"
import type { VisitorsBrowser } from "./Browsers.ts"
import { forgetKeys, pressAtOnce, pressedKeys } from "./pressedKeys.ts"
import { countRequests, type Requests } from "./requests.ts"
import { type Complaint, watchPage } from "./watchPage.ts"

/** Milliseconds after which what is waited for is not coming. */
const patience = 15_000

/** Milliseconds without a request after which a page asks for nothing more. */
const moment = 150

/** The answer to a call of the hub, of which the page makes one: to join its group. */
const completion = /"type":3\b/

/** Somebody at a browser of their own, with one tab open; what they can do, in the product's words. */
export class Visitor {
  readonly page: Page
  /** The token they are signed in with from the beginning, or null. */
  readonly token: string | null
  readonly #complaints: Array<ReadonlyArray<Complaint>> = []
  readonly #expected: Array<RegExp> = []
  readonly #browser: VisitorsBrowser
  readonly #requests: Requests
  /** Nobody has asked for the browser itself, to set something in it or to listen to it. */
  #asGiven = true
  #session: CDPSession | null = null
  #left: Promise<void> | null = null
  /** The hub has said that the page is in the group which is told of its company. */
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

  /** The browser itself; nobody else gets it afterwards. */
  get context(): BrowserContext {
    this.#asGiven = false
    return this.#browser.context
  }

  /** Another tab of the same browser. */
  async newTab(path: string): Promise<Page> {
    const page = await this.#browser.newTab()
    this.#complaints.push(watchPage(page))
    await page.goto(path)
    return page
  }

  /** Cuts the browser off from the network, or back. */
  setOffline(offline: boolean): Promise<void> {
    return this.#browser.setOffline(offline)
  }

  /** The cookies that the browser keeps. */
  cookies(): Promise<ReadonlyArray<Cookie>> {
    return this.#browser.context.cookies()
  }

  /** The session that keys are sent by faster than anybody can. */
  async session(): Promise<CDPSession> {
    this.#session ??= await this.#browser.context.newCDPSession(this.page)
    return this.#session
  }

  /** Opens an address in the browser's address bar. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Opens the first address of this visit. */
  enters(path: string): Promise<void> {
    return this.#browser.enter(path)
  }

  /** Goes to another address within the page, as a link in it does: nothing is loaded again. Unsaved changes are not asked about. */
  async follows(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState({}, "", to), path)
  }

  /** Complaints that match are part of this journey: a refused call, a server that is away. */
  expects(...patterns: ReadonlyArray<RegExp>): void {
    this.#expected.push(...patterns)
  }

  /** What the pages complained of that the journey did not expect. */
  unexpected(): ReadonlyArray<Complaint> {
    return this.#complaints.flat().filter(({ text }) => !this.#expected.some((pattern) => pattern.test(text)))
  }

  /** Waits until the page has asked for nothing for a moment and draws: what it reads of its own storage comes before a request. */
  async settled(): Promise<void> {
    const drawn = () =>
      this.page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))))
    const from = performance.now()
    for (let quietFrom = from, begun = -1; performance.now() - quietFrom < moment;) {
      await drawn()
      const now = performance.now()
      if (this.#requests.underWay() > 0 || this.#requests.begun() !== begun) quietFrom = now
      begun = this.#requests.begun()
      if (now - from > patience) throw new Error(`requests are still under way at ${this.page.url()}`)
    }
  }

  /** Presses keys one after the other: `press("g", "l")`, `press("Control+k")`. */
  async press(...keys: ReadonlyArray<string>): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Types digits and ends with Enter, or whatever `keys` are, faster than anybody can. */
  async pressAtOnce(keys: ReadonlyArray<string>): Promise<void> {
    await pressAtOnce(await this.session(), keys)
  }

  /** The keys pressed since `forgetKeys`, modifiers aside: Mod+K is one. */
  async keys(): Promise<ReadonlyArray<string>> {
    return (await pressedKeys(this.page)).map(({ key }) => key)
  }

  /** Milliseconds between the first and the last of those keys, as the browser was told of them. */
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

  /** Waits until a screen with this heading is there. */
  sees(heading: string): Promise<void> {
    return this.until(`the heading '${heading}'`, this.heading(heading).first().waitFor())
  }

  /** Waits for words anywhere on the screen. */
  reads(text: string | RegExp): Promise<void> {
    return this.until(`'${text}'`, this.page.getByText(text).filter({ visible: true }).first().waitFor())
  }

  /** Waits until words are nowhere on the screen. */
  readsNoMore(text: string | RegExp): Promise<void> {
    return this.until(`no '${text}'`, this.page.getByText(text).first().waitFor({ state: "hidden" }))
  }

  /** Waits for an address. */
  isAt(path: string | RegExp): Promise<void> {
    const fits = (url: URL): boolean =>
      typeof path === "string" ? url.pathname === path : path.test(url.pathname + url.search)
    return this.until(`the address ${path}`, this.page.waitForURL(fits))
  }

  /** Waits; what does not come is said with what was on the screen instead. */
  async until(what: string, wait: Promise<unknown>): Promise<void> {
    try {
      await wait
    } catch (cause) {
      const { pathname, search } = new URL(this.page.url())
      const shown = await this.page.locator("body").innerText()
      throw new Error(`waited for ${what} at ${pathname}${search} and saw:\n${shown}\n${await this.#told()}`, { cause })
    }
  }

  /** What is gone from the screen when a wait ends: what the page told by notices, complained of, and where its focus is. */
  async #told(): Promise<string> {
    const there = await this.page.evaluate(() => ({
      notices: sessionStorage.getItem("notices"),
      focus: document.activeElement?.outerHTML.slice(0, 200)
    }))
    return JSON.stringify({ ...there, complaints: this.#complaints.flat() }, null, 2)
  }

  /** The palette's box; it is there while the palette is open. */
  get paletteBox(): Locator {
    return this.page.locator("dialog.palette [role=combobox]")
  }

  /** A row of the palette that has these words. */
  row(text: string | RegExp): Locator {
    return this.page.locator("dialog.palette [role=option]").filter({ hasText: text }).first()
  }

  /** Opens the palette by its key and types into it. */
  async openPalette(text = ""): Promise<void> {
    await this.press("Control+k")
    await this.paletteBox.waitFor()
    await this.page.keyboard.type(text)
  }

  /** Runs a command by its words in the palette, by mouse: no key is pressed but those of the words. */
  async picks(words: string, row: string | RegExp = new RegExp(words, "i")): Promise<void> {
    await this.does("palette.open").first().click()
    await this.paletteBox.fill(words)
    await this.row(row).click()
  }

  /** Presses Tab until something has the focus, as somebody without a mouse looks for it. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press("Tab")
    }
    const at = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    throw new Error(`80 times Tab did not lead to ${target}; the focus is on ${at}`)
  }

  /** Waits until the page hears of live events: whatever happens from then on, it is told. */
  live(): Promise<void> {
    return this.until(
      "live events",
      this.#live.then(() => undefined)
    )
  }

  /** Waits until the locks of the company are in this browser. */
  async synced(): Promise<void> {
    await this.openPalette()
    await this.reads(/[1-9][\d,]* locks/)
    await this.press("Escape")
    await this.paletteBox.waitFor({ state: "detached" })
  }

  /** Runs a command by its words in the palette. */
  async runs(words: string): Promise<void> {
    await this.openPalette(words)
    await this.row(new RegExp(words, "i")).waitFor()
    await this.press("Enter")
  }

  /** What carries out a command on this screen and can be seen: a button or a menu entry. */
  does(command: string): Locator {
    return this.page.locator(`[data-command="${command}"]`).filter({ visible: true })
  }

  /** Signs out by mouse: in the profile menu, or where there is no room for one in the slide-out menu. */
  async signsOut(): Promise<void> {
    const profile = this.does("profile.open").first()
    await profile.or(this.does("menu.open").first()).first().click()
    await this.does("auth.logout").first().click()
  }

  /** Gives the browser back for the next visitor, with the console still `loaded` if that is asked for. A second call does nothing. */
  leave(loaded = false): Promise<void> {
    this.#left ??= this.#browser.leave({ asGiven: this.#asGiven, driven: this.#session !== null, loaded })
    return this.#left
  }
}
