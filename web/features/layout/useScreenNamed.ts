import { useRouterState } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { routeAt } from "#core/navigation/routes.ts"
import { useRouteTitle } from "#web/app/useTitle.ts"

/** How long to wait for a screen to load, in milliseconds. After that the focus stays where it is. */
const patience = 5_000

/** Whether the focus is in a dialog or a menu. */
const inDialog = (): boolean => document.activeElement?.closest("[role=dialog], [role=menu]") !== null

/**
 * Sets the page title from the route, unless the screen sets its own. After each navigation it focuses the new screen's
 * title, so that screen readers announce the screen and Tab continues from there.
 */
export const useScreenNamed = (): void => {
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const arrived = useRef(path)
  useRouteTitle(routeAt(path)?.title ?? "Lockdesk")
  useEffect(() => {
    // On the initial load the browser announces the page itself.
    if (arrived.current === path) return
    arrived.current = path
    const main = document.getElementById("main")
    if (main === null) return
    let focused: Element | null = null
    const focusTitle = (): void => {
      const title = main.querySelector("h1")
      // After the first time, take the focus only if nothing has it: the previous screen may be unmounting just now.
      if (title === null || title === focused || (focused !== null && document.activeElement !== document.body)) return
      if (inDialog()) return
      focused = title
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(focusTitle)
    const stop = () => {
      clearTimeout(timer)
      watch.disconnect()
    }
    const timer = setTimeout(stop, patience)
    watch.observe(main, { childList: true, subtree: true })
    focusTitle()
    return stop
  }, [path])
}
