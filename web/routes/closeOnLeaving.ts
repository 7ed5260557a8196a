import type { RouterHistory } from "@tanstack/react-router"
import { closeFronts } from "#web/app/closeFronts.ts"
import { takeSaved } from "#web/app/goBackAfterSave.ts"

/**
 * Closes dialogs and menus when the user leaves their screen, so that none stays open in front of another one. Back and Forward
 * also close the palette; otherwise it stays, because the user may be typing a serial code while a form that was saved leaves its
 * screen, also by `goBackAfterSave`. Returns a function that stops watching.
 */
export const closeOnLeaving = (history: RouterHistory): (() => void) => {
  let shown = history.location
  return history.subscribe(({ location, action }) => {
    const before = shown
    shown = location
    // A navigation that the user canceled is announced too.
    if (before.href === location.href) return
    const byBrowser = !takeSaved() && action.type !== "PUSH" && action.type !== "REPLACE"
    if (byBrowser || before.pathname !== location.pathname) closeFronts({ palette: byBrowser, dialogs: true })
  })
}
