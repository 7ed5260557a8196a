import { lazyRouteComponent } from "@tanstack/react-router"
import type { RouteId } from "#core/navigation/routes.ts"

/** The screen of each address that is in the console; every other one of the table is pending. */
export const screens = {
  dashboard: lazyRouteComponent(() => import("./DashboardRoute.tsx"), "DashboardRoute"),
  "locks.manage": lazyRouteComponent(() => import("./ManageLocksRoute.tsx"), "ManageLocksRoute"),
  "locks.detail": lazyRouteComponent(() => import("./LockRoute.tsx"), "LockRoute"),
  "team.users": lazyRouteComponent(() => import("./UsersRoute.tsx"), "UsersRoute"),
  facilities: lazyRouteComponent(() => import("./FacilitiesRoute.tsx"), "FacilitiesRoute")
} satisfies Partial<Readonly<Record<RouteId, ReturnType<typeof lazyRouteComponent>>>>

/** What stands around every screen of a session. */
export const signedInLayout = lazyRouteComponent(() => import("./SignedInRoute.tsx"), "SignedInRoute")

/** What an address shows whose screen is not in the console yet. */
export const pendingScreen = lazyRouteComponent(() => import("./PendingRoute.tsx"), "PendingRoute")
