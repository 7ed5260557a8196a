import { useRouterState } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { routeAt } from "#core/navigation/routes.ts"
import { useTitle } from "#web/app/useTitle.ts"

/** How long a screen may take to come, in milliseconds; later the focus is left where it is. */
const patience = 5_000

/** Whether somebody is at something in front of the page. */
const inDialog = (): boolean => document.activeElement?.closest("[role=dialog], [role=menu]") !== null

/**
 * Names the page after its route, and after each change of the address moves the focus to the title of the new screen, so that
 * a screen reader says where one is and Tab goes on from there.
 */
export const useScreenNamed = (): void => {
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const arrived = useRef(path)
  useTitle(routeAt(path)?.title ?? "Lockdesk")
  useEffect(() => {
    // Where the page was opened the browser names it itself.
    if (arrived.current === path) return
    arrived.current = path
    const main = document.getElementById("main")
    if (main === null) return
    let focused: Element | null = null
    const focusTitle = (): void => {
      const title = main.querySelector("h1")
      // Once it has been given, the focus is taken back only from nowhere: the screen before may be going just now.
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
