import { Predicate } from "effect"
import { useEffect } from "react"
import { accessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { loadWhenIdle } from "#web/app/useLoadedLater.ts"
import { screens } from "./router.tsx"

/** Delay after the first screen, in milliseconds, so that more urgent requests go first. */
const after = 5_000

/** Whether the user asked the browser to save data. */
const savesData = (): boolean =>
  Predicate.hasProperty(navigator, "connection") &&
  Predicate.hasProperty(navigator.connection, "saveData") &&
  navigator.connection.saveData === true

/**
 * Loads the code of the screens this user may open, one at a time while the browser is idle, so that they open at
 * once, even when the server is unreachable.
 */
export const usePrefetchedScreens = (user: LoggedInUser | null): void => {
  useEffect(() => {
    if (user === null || savesData()) return
    let over = false
    const prefetch = async (): Promise<void> => {
      for (const { options } of screens) {
        const id = options.staticData?.id
        if (id === undefined || accessRefusal(user, routeOf(id).access) !== null) continue
        await loadWhenIdle(() => (over ? undefined : options.component?.preload?.()))
        if (over) return
      }
    }
    const timer = setTimeout(() => void prefetch(), after)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [user?.userID])
}
