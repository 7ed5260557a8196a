import type { BrowserContext, Page } from "playwright-core"

/** Milliseconds in which a page that is loaded ends one session, or begins the next. */
const patience = 5_000

interface Remembering {
  /** Whether something of the page itself was replaced since it was loaded, or added by a test. */
  __isAltered?: () => boolean
}

/** Has every page of a context notice what a test replaces in it, or adds to it, for its own sake. */
export const noticeAlterations = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    /** What the console and its libraries add, axe, and what its polyfills leave. */
    const expected =
      /^(?:lockdeskEarlyKeys|~effect\/.*|__TSR_ROUTER__|_reactListening.*|__pressedKeys|__isAltered|axe|__core-js_shared__|elementsFromPoint)$/
    const looked: ReadonlyArray<() => object> = [() => globalThis, () => navigator, () => document]
    const own = looked.map((look) => Object.getOwnPropertyDescriptors(look()) as Record<string, PropertyDescriptor>)
    ;(globalThis as Remembering).__isAltered = () =>
      Object.getOwnPropertyNames(navigator.clipboard ?? {}).length > 0 ||
      looked.some((look, nth) =>
        Object.entries(Object.getOwnPropertyDescriptors(look())).some(([name, now]: [string, PropertyDescriptor]) => {
          const before = own[nth]?.[name]
          if (before === undefined) return !expected.test(name)
          return typeof now.value === "function" && now.value !== before.value
        })
      )
  })

/**
 * Ends the session of a page that is loaded, as it ends when somebody signs out in another tab: the page forgets whatever it
 * holds of it and shows the sign-in. The storage is emptied then. The answer is whether it did: what a page keeps beyond a session
 * needs another page.
 */
export const endSession = (page: Page): Promise<boolean> =>
  page.evaluate(async (most) => {
    // Keys that somebody chose outlive a session in memory.
    if (localStorage.getItem("authorization") === null || localStorage.getItem("keys") !== null) return false
    const { __isAltered: isAltered = () => true } = globalThis as Remembering
    if (isAltered()) return false
    const tell = (key: string, newValue: string | null) =>
      dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }))
    localStorage.setItem("signed out", "yes")
    tell("signed out", "yes")
    const until = performance.now() + most
    // The router gives back what it has put before the history a moment after it is gone.
    const isSignIn = () =>
      location.pathname === "/signin" &&
      document.querySelector("input[type=password]") !== null &&
      history.replaceState === History.prototype.replaceState
    while (!isSignIn()) {
      if (performance.now() > until) return false
      await new Promise((drawn) => requestAnimationFrame(drawn))
    }
    localStorage.clear()
    sessionStorage.clear()
    tell("theme", null)
    return true
  }, patience)

/**
 * Begins a session at the sign-in of such a page, as it begins when another tab signs in: the page goes on to where it was asked
 * to go. The answer is whether it left the sign-in.
 */
export const beginSession = (page: Page, token: string, path: string): Promise<boolean> =>
  page.evaluate(
    async ({ token, path, most }) => {
      History.prototype.replaceState.call(history, {}, "", `/signin?redirect=${encodeURIComponent(path)}`)
      dispatchEvent(new PopStateEvent("popstate"))
      localStorage.setItem("remember", "yes")
      localStorage.setItem("authorization", token)
      dispatchEvent(new StorageEvent("storage", { key: "authorization", newValue: token, storageArea: localStorage }))
      const until = performance.now() + most
      while (location.pathname === "/signin") {
        if (performance.now() > until) return false
        await new Promise((drawn) => requestAnimationFrame(drawn))
      }
      return true
    },
    { token, path, most: patience }
  )
