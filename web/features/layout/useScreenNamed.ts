import { useRouterState } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { routeAt } from "#core/navigation/routes.ts"
import { useRouteTitle } from "#web/app/useTitle.ts"

/** How long to wait for a screen to load, in milliseconds. After that the focus stays where it is. */
const patience = 5_000

/** Whether the focus is in a dialog or a menu. */
const inDialog = (): boolean => document.activeElement?.closest("[role=dialog], [role=menu]") !== null

const field = ":is(input:not([type=radio], [type=checkbox], [type=file]), select, textarea):enabled"

/**
 * The element of a new screen that gets the focus: the first field of a form that adds something, a list whose row the user comes
 * back to, or the title.
 */
const startOf = (main: HTMLElement): HTMLElement | null =>
  main.querySelector<HTMLElement>(`form[data-adds] ${field}, [data-resumed]`) ?? main.querySelector("h1")

/**
 * Sets the page title from the route, unless the screen sets its own. After each navigation it focuses the new screen's
 * title, so that screen readers announce the screen and Tab continues from there. In a form that adds something, it
 * focuses the first field (decision 107); in a list that the user comes back to, the row they left.
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
    const focusStart = (): void => {
      const start = startOf(main)
      if (start === null || start === focused || inDialog()) return
      const { activeElement } = document
      // After the first time, take the focus only if nothing has it: the previous screen may be unmounting just now.
      // A form may appear after its title.
      if (focused !== null && activeElement !== document.body && activeElement !== focused) return
      focused = start
      if (start.matches("h1")) start.tabIndex = -1
      start.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(focusStart)
    const stop = () => {
      clearTimeout(timer)
      watch.disconnect()
    }
    const timer = setTimeout(stop, patience)
    watch.observe(main, { childList: true, subtree: true })
    focusStart()
    return stop
  }, [path])
}
