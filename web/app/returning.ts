import type { RouterHistory } from "@tanstack/react-router"

let returned = false

/** Whether the user came back to the current screen: with the browser's Back, or from a screen below it, such as one of its rows. */
export const hasReturned = (): boolean => returned

/** Watches the history for `hasReturned`. Returns a function that stops watching. */
export const watchReturns = (history: RouterHistory): (() => void) => {
  let shown = history.location.pathname
  returned = false
  return history.subscribe(({ location: { pathname }, action }) => {
    // Filters and pages of the same screen.
    if (pathname === shown) return
    returned = (action.type !== "PUSH" && action.type !== "REPLACE") || shown.startsWith(`${pathname}/`)
    shown = pathname
  })
}
