import { accessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { isPending, type Route, type RouteId, routeOf, targetsOf } from "./routes.ts"

/** Main navigation, in order (000 §2). */
const main = [
  "dashboard",
  "locks",
  "team",
  "facilities",
  "automations",
  "integrations",
  "settings",
  "reports"
] as const satisfies ReadonlyArray<RouteId>

export type NavigationId = (typeof main)[number]

/** Bottom navigation on small screens (000 §2). */
const small: ReadonlySet<NavigationId> = new Set(["dashboard", "locks", "facilities", "settings"])

/** A navigation entry. */
export interface NavigationEntry {
  readonly id: NavigationId
  readonly route: Route
  /** The route whose keys and go command the entry uses: its own, or the first it leads to that has keys. */
  readonly go: Route
  /** Also in the bottom navigation of small screens. */
  readonly small: boolean
  /** Its screen is not built yet. */
  readonly pending: boolean
}

/** The route of an entry's keys. */
const goOf = (route: Route): Route =>
  [route, ...(targetsOf(route) ?? [])].find(({ keys }) => keys !== undefined) ?? route

/** Whether the guard admits the user to a route or to one of the routes it leads to. */
const reachable = (user: LoggedInUser, route: Route): boolean =>
  accessRefusal(user, route.access) === null &&
  (targetsOf(route)?.some(({ access }) => accessRefusal(user, access) === null) ?? true)

/** The entries a user sees. Reports only while the hide-unlock-codes flag is on (000 §2). */
export const navigationFor = (user: LoggedInUser): ReadonlyArray<NavigationEntry> =>
  main
    .map((id) => ({
      id,
      route: routeOf(id),
      go: goOf(routeOf(id)),
      small: small.has(id),
      pending: isPending(routeOf(id))
    }))
    .filter(({ id, route }) => reachable(user, route) && (id !== "reports" || user.hideLockCodesFlag))

/** Whether a path belongs to an entry: by its first segment (000 §2). */
export const isActiveEntry = (entry: NavigationEntry, path: string): boolean =>
  path.toLowerCase().split("/")[1] === entry.route.path.split("/")[1]
