import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { listFor } from "./listFor.ts"
import { PaletteSources } from "./PaletteSources.ts"

/** How long an idle browser may put it off, in milliseconds. */
const patience = 2000

/**
 * Lists once for nobody to see, when the page is drawn and the browser has nothing else to do: the first opening then finds
 * everything compiled and prepared. The answer gives it up.
 */
export const warmUp = (user: LoggedInUser): (() => void) => {
  const list = (): void => {
    const sources = new PaletteSources()
    const around = { user, places: sources.places, selected: null, found: [] }
    for (const text of ["", "40", "maple"]) listFor({ kind: "search" }, text, sources.rows, around)
  }
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(list, patience)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(list, { timeout: patience })
  return () => cancelIdleCallback(handle)
}
