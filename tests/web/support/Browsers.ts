import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { intercepted, probe } from "./intercepted.ts"
import { inTime } from "./inTime.ts"
import { beginSession, endSession, noticeAlterations } from "./loadedPage.ts"
import { forgetKeys, recordKeys } from "./pressedKeys.ts"

/** A browser context for one visitor with one empty tab, and how to release it. */
export interface VisitorsBrowser {
  readonly context: BrowserContext
  readonly page: Page
  /** Opens another tab with the visitor's window options. */
  readonly newTab: () => Promise<Page>
  /** Opens the first URL: loads the page, unless the tab still has it and only needs a new session. */
  readonly enter: (path: string) => Promise<void>
  /** Disconnects the context from the network, or reconnects it. A released context is always online. */
  readonly setOffline: (offline: boolean) => Promise<void>
  /**
   * Closes the tabs and releases the context. It is reused only if the visitor set nothing in it (`asGiven`). Its first tab is
   * reused too, unless it has lasting changes; `loaded` keeps the console in that tab.
   */
  readonly leave: (how: { readonly asGiven: boolean; readonly loaded: boolean }) => Promise<void>
}

/** Default options of a tab. */
const usual = { viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "no-preference" } as const

/** Applies the per-tab options: window size, theme and motion. */
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

/** Page methods with lasting effects: a tab on which one was called isn't reused. */
const lasting = ["addInitScript", "exposeBinding", "exposeFunction", "route", "routeFromHAR", "routeWebSocket"] as const

/** Events whose listeners are removed before a tab is reused, so that the next visitor sees only their own. */
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

/** Tabs with lasting changes. */
const altered = new WeakSet<Page>()

/** Records calls to the `lasting` methods of a tab, and makes `route` wait until the page knows of it. */
const noteAlterations = (page: Page): Page => {
  const route = page.route.bind(page)
  let routed = false
  for (const method of lasting) {
    const own: (...args: ReadonlyArray<never>) => Promise<unknown> = page[method].bind(page)
    Object.assign(page, {
      [method]: async (...args: ReadonlyArray<never>) => {
        altered.add(page)
        const done = await own(...args)
        if (method !== "route" || routed) return done
        routed = true
        await route(probe, (request) => request.fulfill({ status: 204 }))
        await intercepted(page)
        return done
      }
    })
  }
  return page
}

/** The content of a reused tab: nothing, or the console without a session. */
type Content = "empty" | "console"

/** Empties a tab for reuse, or keeps the console in it if `loaded`. Returns null if it can't be reused. */
const passedOn = async (page: Page, loaded: boolean): Promise<Content | null> => {
  if (page.isClosed() || altered.has(page)) return null
  for (const event of heard) page.removeAllListeners(event)
  try {
    const content = loaded && (await inTime("ending the session", endSession(page))) ? "console" : "empty"
    if (content === "empty") await page.goto("about:blank", { timeout: 5_000 })
    else await forgetKeys(page)
    // In print media, the page hides everything the next visitor looks for.
    await page.emulateMedia({ media: null, forcedColors: null, contrast: null })
    await page.mouse.move(-1, -1)
    return content
  } catch {
    // The tab is stuck on its current page, so it gets closed.
    return null
  }
}

/** Sets the permissions and location of a context, until `takeBack`. */
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

/** Options fixed for the life of a context: all except those set per tab or reset on release. */
const fixed = (options: BrowserContextOptions): BrowserContextOptions => {
  const { viewport: _, colorScheme: _1, reducedMotion: _2, permissions: _3, geolocation: _4, ...rest } = options
  return rest
}

const entering = "entering"

/**
 * Makes a visitor's first page clear what the previous one stored, and store the token where the console looks for it. The
 * token arrives in a cookie that is then deleted, because setting `storageState` in advance costs an extra page for every
 * visitor.
 */
const enter = (context: BrowserContext, at: string): Promise<unknown> =>
  context.addInitScript(
    ({ name, at }) => {
      // Other pages, such as the browser's own, don't belong to the console.
      if (location.origin !== at) return
      const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))
      if (cookie === undefined) return
      document.cookie = `${name}=; max-age=0; path=/`
      // Cleared here instead of over CDP: a page may see that too late and lose what it has stored itself by then.
      localStorage.clear()
      sessionStorage.clear()
      const token = decodeURIComponent(cookie.slice(name.length + 1))
      if (token === "") return
      localStorage.setItem("authorization", token)
      localStorage.setItem("remember", "yes")
    },
    { name: entering, at }
  )

/** Tabs that keep a context's process, and the code compiled in it, alive between visitors. */
const keepers = new WeakSet<Page>()

const keeperOf = async (context: BrowserContext): Promise<Page> => {
  const keeper = await context.newPage()
  await keeper.goto("/icon.svg")
  return keeper
}

/** An unused context, with its tab if it kept one. */
interface Passed {
  readonly context: BrowserContext
  readonly tab: Page | null
  readonly content: Content
}

/**
 * The browser contexts of a desk's visitors. The first load of the console costs four times as much as later ones, so contexts
 * are reused: a site's storage is wiped, and only the cache stays. Window size, theme, location and permissions don't need
 * another context, because they are set per tab or reset on release. Other settings (the clock, routes) go through
 * `visitor.context`, which excludes the context from reuse. The tab is reused as well, blank and without history, because a new
 * one starts a process and reads all files again.
 */
export class Browsers {
  readonly #browser: Browser
  readonly #origin: string
  /** Unused contexts by the options they were opened with. */
  readonly #free = new Map<string, Array<Passed>>()

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /**
   * Returns a context with these options, signed in if there is a token. A fresh one has never loaded anything. A visitor that
   * `entersLoaded` must start with `enter`, and may find the console loaded.
   */
  async open(
    options: BrowserContextOptions,
    token: string | null,
    { fresh = false, entersLoaded = false }: { readonly fresh?: boolean; readonly entersLoaded?: boolean } = {}
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
    if (isLoaded && (token === null || !entersLoaded)) {
      await page.goto("about:blank")
      isLoaded = false
    }
    if (used !== undefined) {
      await this.#wipe(context, page)
      // Tabs opened since then may cover it. A covered tab is hardly painted, and a click waits for that.
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
    const leave: VisitorsBrowser["leave"] = async ({ asGiven, loaded }) => {
      if (!asGiven || asked.storageState !== undefined) return context.close()
      if (isOffline) await setOffline(false)
      const opened = context.pages().filter((each) => !keepers.has(each))
      if (context.pages().length === opened.length) keepers.add(await keeperOf(context))
      const content = await passedOn(page, loaded)
      await Promise.all(opened.filter((each) => content === null || each !== page).map((each) => each.close()))
      await takeBack(context, options)
      free.push({ context, tab: content === null ? null : page, content: content ?? "empty" })
    }
    return { context, page, newTab, enter, setOffline, leave }
  }

  /** Closes all but `most` unused contexts, those with rare options first. */
  async keep(most: number): Promise<void> {
    const kinds = [...this.#free].toSorted(([, some], [, others]) => others.length - some.length)
    const all = kinds.flatMap(([kind, passed]) => passed.map((each) => ({ kind, each })))
    this.#free.clear()
    for (const { kind, each } of all.slice(0, most)) {
      this.#free.set(kind, [...(this.#free.get(kind) ?? []), each])
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

  /** Wipes what the console stored, except what its first page clears. */
  async #wipe(context: BrowserContext, page: Page): Promise<void> {
    const session = await context.newCDPSession(page)
    await session.send("Storage.clearDataForOrigin", {
      origin: this.#origin,
      storageTypes: "cookies,indexeddb,service_workers"
    })
    // Clears the history, so that Back leads nowhere, as in a new tab.
    await session.send("Page.resetNavigationHistory")
    await session.detach()
  }
}
