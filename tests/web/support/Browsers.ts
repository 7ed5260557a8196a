import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { beginSession, endSession, noticeAlterations } from "./loadedPage.ts"
import { forgetKeys, recordKeys } from "./pressedKeys.ts"

/** A browser of one visitor's own, with one empty tab, and the way to give it back. */
export interface VisitorsBrowser {
  readonly context: BrowserContext
  readonly page: Page
  /** Another tab, with the window that the visitor asked for. */
  readonly newTab: () => Promise<Page>
  /** Opens the first address: loads the page, unless the tab still has it and only the session is new. */
  readonly enter: (path: string) => Promise<void>
  /** Cuts it off from the network, and back; whoever gets it next has the network. */
  readonly setOffline: (offline: boolean) => Promise<void>
  /**
   * Closes its tabs. A browser that is as it was given, with nothing set in it by the visitor, is the next one's; so is its
   * first tab, unless it was given something for good or is `driven` from outside. The tab stays `loaded` where that is asked for.
   */
  readonly leave: (how: {
    readonly asGiven: boolean
    readonly driven: boolean
    readonly loaded: boolean
  }) => Promise<void>
}

/** What a tab has unless its visitor asks for something else. */
const usual = { viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "no-preference" } as const

/** Sets for a tab what goes with it: the size of its window, its theme and its motion. */
const setTab = async (page: Page, { viewport, colorScheme, reducedMotion }: BrowserContextOptions): Promise<Page> => {
  if (viewport != null) await page.setViewportSize(viewport)
  if (colorScheme !== undefined || reducedMotion !== undefined) {
    await page.emulateMedia({
      ...(colorScheme === undefined ? {} : { colorScheme }),
      ...(reducedMotion === undefined ? {} : { reducedMotion })
    })
  }
  return page
}

/** What is given to a tab for good: one that was given any of it is nobody else's. */
const lasting = ["addInitScript", "exposeBinding", "exposeFunction", "route", "routeFromHAR", "routeWebSocket"] as const

/** What somebody may hear of a tab; whoever has it next hears of their own visit only. */
const heard = [
  ...([
    "console",
    "dialog",
    "domcontentloaded",
    "download",
    "filechooser",
    "framenavigated",
    "load",
    "pageerror"
  ] as const),
  ...(["popup", "request", "requestfailed", "requestfinished", "response", "websocket"] as const)
]

/** Tabs that were given something for good. */
const altered = new WeakSet<Page>()

/** Notes when a tab is given something for good. */
const noteAlterations = (page: Page): Page => {
  for (const method of lasting) {
    const own: (...args: ReadonlyArray<never>) => unknown = page[method].bind(page)
    Object.assign(page, {
      [method]: (...args: ReadonlyArray<never>) => {
        altered.add(page)
        return own(...args)
      }
    })
  }
  return page
}

/** What a tab has that is passed on: nothing, or the console with nobody signed in. */
type Content = "empty" | "console"

/** Empties a tab for the next visitor, or leaves the console in it `loaded`; the answer is null where it is not theirs. */
const passedOn = async (page: Page, loaded: boolean): Promise<Content | null> => {
  if (page.isClosed() || altered.has(page)) return null
  for (const event of heard) page.removeAllListeners(event)
  try {
    const content = loaded && (await endSession(page)) ? "console" : "empty"
    if (content === "empty") await page.goto("about:blank", { timeout: 5_000 })
    else await forgetKeys(page)
    // What is printed of a page hides all that the next visitor looks for.
    await page.emulateMedia({ media: null, forcedColors: null, contrast: null })
    await page.mouse.move(-1, -1)
    return content
  } catch {
    // It is at something that it does not leave: it is closed.
    return null
  }
}

/** Sets for a browser what one visitor may and where they are, until `takeBack`. */
const allow = async (context: BrowserContext, { permissions, geolocation }: BrowserContextOptions): Promise<void> => {
  if (permissions !== undefined) await context.grantPermissions([...permissions])
  if (geolocation !== undefined) await context.setGeolocation(geolocation)
}

const takeBack = async (
  context: BrowserContext,
  { permissions, geolocation }: BrowserContextOptions
): Promise<void> => {
  if (permissions !== undefined) await context.clearPermissions()
  if (geolocation !== undefined) await context.setGeolocation(null)
}

/** What a browser has from its beginning to its end: all but what is set for a tab, or taken back. */
const fixed = (options: BrowserContextOptions): BrowserContextOptions => {
  const { viewport: _, colorScheme: _1, reducedMotion: _2, permissions: _3, geolocation: _4, ...rest } = options
  return rest
}

const entering = "entering"

/**
 * Has the first page of a visitor forget what the one before has kept, and keep a token where it is looked for. A cookie
 * tells it, which goes with that: a state of the storage that is given beforehand costs a page of its own for every visitor.
 */
const enter = (context: BrowserContext, at: string): Promise<unknown> =>
  context.addInitScript(
    ({ name, at }) => {
      // Other pages, those of the browser itself among them, are none of the console's.
      if (location.origin !== at) return
      const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))
      if (cookie === undefined) return
      document.cookie = `${name}=; max-age=0; path=/`
      // Cleared here and not from outside: a page may hear of that late, and lose what it has kept itself by then.
      localStorage.clear()
      sessionStorage.clear()
      const token = decodeURIComponent(cookie.slice(name.length + 1))
      if (token === "") return
      localStorage.setItem("authorization", token)
      localStorage.setItem("remember", "yes")
    },
    { name: entering, at }
  )

/** Tabs that keep the process of a browser, and with it what it has compiled, from one visitor to the next. */
const keepers = new WeakSet<Page>()

const keeperOf = async (context: BrowserContext): Promise<Page> => {
  const keeper = await context.newPage()
  await keeper.goto("/icon.svg")
  return keeper
}

/** A browser that nobody has at the moment, and its tab if it has one. */
interface Passed {
  readonly context: BrowserContext
  readonly tab: Page | null
  readonly content: Content
}

/**
 * The browsers that visitors of a desk come with. To load the console for the first time costs four times the work of every
 * other time, so who left passes theirs on: all that a site keeps is wiped, and only the cache stays. The size of the window, the
 * theme, the place and what is permitted are no reason for another browser: they are set for a tab, or taken back. Whatever else
 * is set for a whole browser (its clock, its routes) is set by `visitor.context`, which keeps it from being passed on. The tab is
 * passed on as well, with nothing on it and nothing behind it: a new one starts a process, and reads all files anew.
 */
export class Browsers {
  readonly #browser: Browser
  readonly #origin: string
  /** Those that nobody has at the moment, by what they were opened with. */
  readonly #free = new Map<string, Array<Passed>>()

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /**
   * One with these options, signed in where there is a token; a fresh one has never loaded anything. Who `enters` begins with
   * `enter`, and may find the console loaded.
   */
  async open(
    options: BrowserContextOptions,
    token: string | null,
    { fresh = false, enters = false }: { readonly fresh?: boolean; readonly enters?: boolean } = {}
  ): Promise<VisitorsBrowser> {
    const asked = fixed(options)
    const kind = JSON.stringify(asked)
    const free = this.#free.get(kind) ?? []
    this.#free.set(kind, free)
    const used = fresh ? undefined : free.pop()
    const context = used?.context ?? (await this.#first(asked))
    const newTab = async (): Promise<Page> => setTab(noteAlterations(await context.newPage()), options)
    const page = used?.tab == null ? await newTab() : await setTab(used.tab, { ...usual, ...options })
    let isLoaded = used?.tab != null && used.content === "console"
    if (isLoaded && (token === null || !enters)) {
      await page.goto("about:blank")
      isLoaded = false
    }
    if (used !== undefined) {
      await this.#wipe(context, page)
      // Tabs were opened since it was: one that lies behind another is hardly drawn, and a click waits for that.
      await page.bringToFront()
    }
    await allow(context, options)
    const load = async (path: string): Promise<void> => void (await page.goto(path))
    const willLoad = (): Promise<void> =>
      context.addCookies([{ name: entering, value: encodeURIComponent(token ?? ""), url: this.#origin }])
    if (!isLoaded && (token !== null || used !== undefined)) await willLoad()
    const enter = async (path: string): Promise<void> => {
      if (!isLoaded || token === null) return load(path)
      if (await beginSession(page, token, path)) return
      await willLoad()
      await load(path)
    }
    let isOffline = false
    const setOffline = async (offline: boolean): Promise<void> => {
      isOffline = offline
      await context.setOffline(offline)
    }
    const leave: VisitorsBrowser["leave"] = async ({ asGiven, driven, loaded }) => {
      if (!asGiven || asked.storageState !== undefined) return context.close()
      const opened = context.pages().filter((each) => !keepers.has(each))
      if (context.pages().length === opened.length) keepers.add(await keeperOf(context))
      const content = driven ? null : await passedOn(page, loaded)
      await Promise.all(opened.filter((each) => content === null || each !== page).map((each) => each.close()))
      if (isOffline) await setOffline(false)
      await takeBack(context, options)
      free.push({ context, tab: content === null ? null : page, content: content ?? "empty" })
    }
    return { context, page, newTab, enter, setOffline, leave }
  }

  /** Closes all that nobody has but `most`, those first that were asked for in a way of their own. Their tabs are empty. */
  async keep(most: number): Promise<void> {
    const kinds = [...this.#free].toSorted(([, some], [, others]) => others.length - some.length)
    const all = kinds.flatMap(([kind, passed]) => passed.map((each) => ({ kind, each })))
    this.#free.clear()
    for (const { kind, each } of all.slice(0, most)) {
      if (each.tab !== null && each.content === "console") await each.tab.goto("about:blank")
      this.#free.set(kind, [...(this.#free.get(kind) ?? []), { ...each, content: "empty" }])
    }
    await Promise.all(all.slice(most).map(({ each }) => each.context.close()))
  }

  async #first(asked: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL: this.#origin,
      ...usual,
      locale: "en-US",
      timezoneId: "UTC",
      ...asked
    })
    await recordKeys(context)
    await noticeAlterations(context)
    await enter(context, this.#origin)
    return context
  }

  /** Forgets whatever the console has kept, as far as its first page does not. */
  async #wipe(context: BrowserContext, page: Page): Promise<void> {
    const session = await context.newCDPSession(page)
    await session.send("Storage.clearDataForOrigin", {
      origin: this.#origin,
      storageTypes: "cookies,indexeddb,service_workers"
    })
    // Nothing is behind a new tab, and back leads nowhere.
    await session.send("Page.resetNavigationHistory")
    await session.detach()
  }
}
