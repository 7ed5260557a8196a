import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { guardRoute } from "#core/navigation/routeRules.ts"
import { routeAt } from "#core/navigation/routes.ts"
import { session } from "#web/app/Session.ts"

interface ConsoleRouter {
  readonly state: { readonly location: { readonly pathname: string } }
  readonly invalidate: () => Promise<void>
}

/** Leads away from a screen as soon as the user may not see it any more, as the guard would; the answer stops it. */
export const leaveWhenRefused = (router: ConsoleRouter): (() => void) => {
  let known = session.user
  return session.subscribe(() => {
    const before = known
    known = session.user
    const route = routeAt(router.state.location.pathname)
    if (before === null || known === null || route === undefined) return
    const stays = (user: LoggedInUser): boolean => guardRoute(user, route).kind === "stay"
    if (stays(before) && !stays(known)) void router.invalidate()
  })
}
