import type { BrowserContext, Page } from "playwright-core"

/** Milliseconds within which a loaded page ends a session or starts the next one. */
const patience = 5_000

interface Remembering {
  /** Whether a test replaced or added something in the page since it was loaded. */
  __isAltered?: () => boolean
}

/**
 * Makes every page of a context detect what a test replaces or adds in it. Of the window's constructors only those a test might
 * replace are looked at: reading one creates it, and creating all 1,100 takes up to 0.1 s of every page.
 */
export const noticeAlterations = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    /** What the console, its libraries, axe and polyfills add. */
    const expected =
      /^(?:lockdesk(?:EarlyKeys|HoldKeys)|~effect\/.*|__TSR_ROUTER__|_reactListening.*|__pressedKeys|__isAltered|axe|__core-js_shared__|elementsFromPoint)$/
    const replaceable =
      /^(?:[a-z].*|(?:Animation|AudioContext|BarcodeDetector|Blob|Date|EventSource|File|FileReader|Image|Notification|Promise|Worker|WebSocket|XMLHttpRequest)|.*Observer)$/
    /** The functions an object has itself, by name; null for what isn't looked at. */
    const functionsOf = (object: object): Map<string, unknown> => {
      const read = (name: string): unknown => {
        const value: unknown = replaceable.test(name) ? Object.getOwnPropertyDescriptor(object, name)?.value : undefined
        return typeof value === "function" ? value : null
      }
      return new Map(Object.getOwnPropertyNames(object).map((name) => [name, read(name)]))
    }
    const looked: ReadonlyArray<() => object> = [() => globalThis, () => navigator, () => document]
    const own = looked.map((look) => functionsOf(look()))
    ;(globalThis as Remembering).__isAltered = () =>
      Object.getOwnPropertyNames(navigator.clipboard ?? {}).length > 0 ||
      looked.some((look, nth) =>
        [...functionsOf(look())].some(([name, now]) => {
          const before = own[nth]?.get(name)
          if (before === undefined) return !expected.test(name)
          return now !== null && now !== before
        })
      )
  })

/**
 * Ends a loaded page's session the way a sign-out in another tab does: the page drops its session state and shows the sign-in.
 * Then clears the storage. Returns false if it couldn't, or if the page holds state that outlives a session and must be
 * reloaded.
 */
export const endSession = (page: Page): Promise<boolean> =>
  page.evaluate(async (most) => {
    // Custom shortcuts stay in memory after a session.
    if (localStorage.getItem("authorization") === null || localStorage.getItem("keys") !== null) return false
    const { __isAltered: isAltered = () => true } = globalThis as Remembering
    if (isAltered()) return false
    const tell = (key: string, newValue: string | null) =>
      dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }))
    localStorage.setItem("signed out", "yes")
    tell("signed out", "yes")
    const until = performance.now() + most
    // The router restores its history wrapper shortly after it unmounts.
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
 * Starts a session on that page's sign-in the way another tab's sign-in does: the page continues to the given path. Returns
 * whether it left the sign-in.
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
