import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel } from "#core/auth/permissions.ts"
import { accessLevel } from "#core/auth/accessRules.ts"
import { guardRoute } from "#core/navigation/routeRules.ts"
import { type Route, routeAt } from "#core/navigation/routes.ts"
import { hasTyped } from "#web/app/unsaved.ts"
import { session } from "#web/app/Session.ts"

interface ConsoleRouter {
  readonly state: { readonly location: { readonly pathname: string } }
  readonly invalidate: () => Promise<void>
}

/** Whether somebody may still see what a screen is about, also where they may not change it. */
const reaches = (user: LoggedInUser, { access }: Route): boolean =>
  access.kind !== "permission" || accessLevel(user, access.area) !== AccessLevel.id.None

/**
 * Leads away from a screen as soon as the guard would not let the user be there any more; the answer stops it. A form of
 * what they may still see is left where something is typed: the right to save it may come back.
 */
export const leaveWhenRefused = (router: ConsoleRouter): (() => void) => {
  let known = session.user
  return session.subscribe(() => {
    const before = known
    known = session.user
    const route = routeAt(router.state.location.pathname)
    if (before === null || known === null || route === undefined) return
    const stays = guardRoute(known, route).kind === "stay" || (reaches(known, route) && hasTyped())
    if (!stays) void router.invalidate()
  })
}
