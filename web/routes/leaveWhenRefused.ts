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

/** Whether the user may still see a screen's data, even if they can't change it. */
const reaches = (user: LoggedInUser, { access }: Route): boolean =>
  access.kind !== "permission" || accessLevel(user, access.area) !== AccessLevel.id.None

/**
 * Leaves a screen as soon as the guard would refuse it. Returns a function that stops watching. A form with unsaved
 * input stays open if its data is still readable, because the permission to save may return.
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
