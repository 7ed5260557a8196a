import { accessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { homePath, type Route, routeAt } from "./routes.ts"

/** What the guard says of an address: stay, or go elsewhere, with 'Access Denied' where a person should be told. */
export type GuardAnswer =
  | { readonly kind: "stay" }
  | { readonly kind: "go"; readonly to: string; readonly denied: boolean }

const stay: GuardAnswer = { kind: "stay" }

const admitted = (user: LoggedInUser, route: Route | undefined): boolean =>
  route !== undefined && accessRefusal(user, route.access) === null

/** A refused root sends on to the home address, never to itself (000 §2; DECISIONS, Guards and navigation). */
const rootFor = (user: LoggedInUser, route: Route): string =>
  route.root !== route.path && admitted(user, routeAt(route.root)) ? route.root : homePath

/** Where an address that only leads elsewhere goes for this user; home, with the warning, where nothing behind it admits them. */
const target = (user: LoggedInUser, goesTo: ReadonlyArray<string>): GuardAnswer => {
  const to = goesTo.find((path) => admitted(user, routeAt(path)))
  return { kind: "go", to: to ?? homePath, denied: to === undefined }
}

/**
 * Whether a user may be at a route (000 §2): a permission that is absent goes to the home address, one that does not reach
 * goes to the section's root with 'Access Denied'.
 */
export const guardRoute = (user: LoggedInUser, route: Route): GuardAnswer => {
  const { access } = route
  if (access.kind === "permission" && user.Permissions[String(access.area)] === undefined) {
    return { kind: "go", to: homePath, denied: false }
  }
  if (!admitted(user, route)) return { kind: "go", to: rootFor(user, route), denied: true }
  return route.goesTo === undefined ? stay : target(user, route.goesTo)
}
