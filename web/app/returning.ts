import type { AnyRouter, RouterHistory } from "@tanstack/react-router"

let returned = false

/** Whether the user came back to the current screen: with the browser's Back, or from a screen below it, such as one of its rows. */
export const hasReturned = (): boolean => returned

const positioned = new Set<() => void>()

/** Calls a listener when the router has scrolled a screen to where the user left it. Returns a function that stops that. */
export const onPositioned = (listener: () => void): (() => void) => {
  positioned.add(listener)
  return () => positioned.delete(listener)
}

interface WatchedRouter extends Pick<AnyRouter, "subscribe"> {
  readonly history: RouterHistory
}

/** Watches a router for `hasReturned` and `onPositioned`. Returns a function that stops watching. */
export const watchReturns = (router: WatchedRouter): (() => void) => {
  let shown = router.history.location.pathname
  returned = false
  // Subscribed after the router's own listener, which scrolls.
  const stop = router.subscribe("onRendered", () => {
    for (const listener of positioned) listener()
  })
  const stopHistory = router.history.subscribe(({ location: { pathname }, action }) => {
    // Filters and pages of the same screen.
    if (pathname === shown) return
    returned = (action.type !== "PUSH" && action.type !== "REPLACE") || shown.startsWith(`${pathname}/`)
    shown = pathname
  })
  return () => {
    stop()
    stopHistory()
  }
}
