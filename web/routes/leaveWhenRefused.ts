import { guardRoute } from "#core/navigation/routeRules.ts"
import { routeAt } from "#core/navigation/routes.ts"
import { session } from "#web/app/Session.ts"
import { staysForTyped } from "./guard.ts"

interface ConsoleRouter {
  readonly state: { readonly location: { readonly pathname: string } }
  readonly invalidate: () => Promise<void>
}

/**
 * Leaves a screen as soon as the guard would refuse it, unless it stays open for unsaved input. Returns a function that stops
 * watching.
 */
export const leaveWhenRefused = (router: ConsoleRouter): (() => void) => {
  let known = session.user
  return session.subscribe(() => {
    const before = known
    known = session.user
    const route = routeAt(router.state.location.pathname)
    if (before === null || known === null || route === undefined) return
    const stays = guardRoute(known, route).kind === "stay" || staysForTyped(known, route)
    if (!stays) void router.invalidate()
  })
}
