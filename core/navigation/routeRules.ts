import { accessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { homePath, type Route, routeAt, targetsOf } from "./routes.ts"

/** The guard's decision for a route: stay, or redirect, with 'Access Denied' if the user should see why. */
export type GuardAnswer =
  | { readonly kind: "stay" }
  | { readonly kind: "go"; readonly to: string; readonly denied: boolean }

const stay: GuardAnswer = { kind: "stay" }

const admitted = (user: LoggedInUser, route: Route | undefined): boolean =>
  route !== undefined && accessRefusal(user, route.access) === null

/**
 * Where a refused user of a section goes; a refused root redirects to the home page, never to itself (000 §2;
 * DECISIONS, Guards and navigation).
 */
const rootFor = (user: LoggedInUser, route: Route): string =>
  route.root !== route.path && admitted(user, routeAt(route.root)) ? route.root : homePath

/** Where a redirecting route leads for this user; the home page with the warning if none of its targets admits them. */
const target = (user: LoggedInUser, targets: ReadonlyArray<Route>): GuardAnswer => {
  const to = targets.find((route) => admitted(user, route))
  return { kind: "go", to: to?.path ?? homePath, denied: to === undefined }
}

/**
 * Whether a user may open a route (000 §2): without the permission they go to the home page, with too low a level to
 * the section's root with 'Access Denied'.
 */
export const guardRoute = (user: LoggedInUser, route: Route): GuardAnswer => {
  const { access } = route
  if (access.kind === "permission" && user.Permissions[String(access.area)] === undefined) {
    return { kind: "go", to: homePath, denied: false }
  }
  if (!admitted(user, route)) return { kind: "go", to: rootFor(user, route), denied: true }
  const targets = targetsOf(route)
  return targets === undefined ? stay : target(user, targets)
}
