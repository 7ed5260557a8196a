import { useRouterState } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { routeAt } from "#core/navigation/routes.ts"
import { useTitle } from "#web/app/useTitle.ts"

/** How long a screen may take to come, in milliseconds, before the focus is left where it is. */
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
    const focusTitle = (): boolean => {
      const title = main.querySelector("h1")
      if (title === null) return false
      if (!inDialog()) {
        title.tabIndex = -1
        title.focus({ preventScroll: true })
      }
      return true
    }
    if (focusTitle()) return
    const watch = new MutationObserver(() => {
      if (focusTitle()) stop()
    })
    const stop = () => {
      clearTimeout(timer)
      watch.disconnect()
    }
    const timer = setTimeout(stop, patience)
    watch.observe(main, { childList: true, subtree: true })
    return stop
  }, [path])
}
