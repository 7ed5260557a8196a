import type { RouteId } from "#core/navigation/routes.ts"
import { lazyPart, type LazyPart } from "#web/app/lazyPart.ts"

/** The screen of each address that is in the console; every other one of the table is pending. */
export const screens: Partial<Readonly<Record<RouteId, LazyPart<object>>>> = {
  dashboard: lazyPart(() => import("./DashboardRoute.tsx"), "DashboardRoute"),
  "locks.manage": lazyPart(() => import("./ManageLocksRoute.tsx"), "ManageLocksRoute"),
  "locks.activate": lazyPart(() => import("./ActivateLocksRoute.tsx"), "ActivateLocksRoute"),
  "locks.returned": lazyPart(() => import("./ReturnsRoute.tsx"), "ReturnsRoute"),
  "locks.inventory": lazyPart(() => import("./InventoryRoute.tsx"), "InventoryRoute"),
  "locks.review": lazyPart(() => import("./InventoryReviewRoute.tsx"), "InventoryReviewRoute"),
  "locks.detail": lazyPart(() => import("./LockRoute.tsx"), "LockRoute"),
  "locks.scan": lazyPart(() => import("./ScanRoute.tsx"), "ScanRoute"),
  "locks.bulk": lazyPart(() => import("./BulkActivationRoute.tsx"), "BulkActivationRoute"),
  "locks.list": lazyPart(() => import("./LockListRoute.tsx"), "LockListRoute"),
  jobs: lazyPart(() => import("./JobsRoute.tsx"), "JobsRoute"),
  "jobs.show": lazyPart(() => import("./JobRoute.tsx"), "JobRoute"),
  "team.users": lazyPart(() => import("./UsersRoute.tsx"), "UsersRoute"),
  "facilities.create": lazyPart(() => import("./NewFacilityRoute.tsx"), "NewFacilityRoute"),
  "facilities.import": lazyPart(() => import("./FacilityImportRoute.tsx"), "FacilityImportRoute"),
  "facilities.edit": lazyPart(() => import("./FacilityRoute.tsx"), "FacilityRoute"),
  "facilities.drift": lazyPart(() => import("./FacilityDriftRoute.tsx"), "FacilityDriftRoute"),
  "facilities.transfer": lazyPart(() => import("./FacilityTransferRoute.tsx"), "FacilityTransferRoute"),
  "automations.messages": lazyPart(() => import("./AutoMessagesRoute.tsx"), "AutoMessagesRoute"),
  "automations.lock": lazyPart(() => import("./AutoLockRoute.tsx"), "AutoLockRoute"),
  facilities: lazyPart(() => import("./FacilitiesRoute.tsx"), "FacilitiesRoute")
}

/** What stands around every screen of a session. */
export const signedInLayout = lazyPart(() => import("./SignedInRoute.tsx"), "SignedInRoute")

/** What an address shows whose screen is not in the console yet. */
export const pendingScreen = lazyPart(() => import("./PendingRoute.tsx"), "PendingRoute")
