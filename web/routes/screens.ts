import type { RouteId } from "#core/navigation/routes.ts"
import { type LazyPart, screenPart } from "#web/app/lazyPart.ts"

/** The screen of each address that is in the console; every other one of the table is pending. */
export const screens: Partial<Readonly<Record<RouteId, LazyPart<object>>>> = {
  dashboard: screenPart(() => import("./DashboardRoute.tsx"), "DashboardRoute"),
  "locks.manage": screenPart(() => import("./ManageLocksRoute.tsx"), "ManageLocksRoute"),
  "locks.activate": screenPart(() => import("./ActivateLocksRoute.tsx"), "ActivateLocksRoute"),
  "locks.returned": screenPart(() => import("./ReturnsRoute.tsx"), "ReturnsRoute"),
  "locks.inventory": screenPart(() => import("./InventoryRoute.tsx"), "InventoryRoute"),
  "locks.review": screenPart(() => import("./InventoryReviewRoute.tsx"), "InventoryReviewRoute"),
  "locks.detail": screenPart(() => import("./LockRoute.tsx"), "LockRoute"),
  "locks.scan": screenPart(() => import("./ScanRoute.tsx"), "ScanRoute"),
  "locks.bulk": screenPart(() => import("./BulkActivationRoute.tsx"), "BulkActivationRoute"),
  "locks.list": screenPart(() => import("./LockListRoute.tsx"), "LockListRoute"),
  companies: screenPart(() => import("./CompaniesRoute.tsx"), "CompaniesRoute"),
  "companies.edit": screenPart(() => import("./CompanyRoute.tsx"), "CompanyRoute"),
  outbox: screenPart(() => import("./OutboxRoute.tsx"), "OutboxRoute"),
  jobs: screenPart(() => import("./JobsRoute.tsx"), "JobsRoute"),
  "jobs.show": screenPart(() => import("./JobRoute.tsx"), "JobRoute"),
  "team.users": screenPart(() => import("./UsersRoute.tsx"), "UsersRoute"),
  "team.user": screenPart(() => import("./UserRoute.tsx"), "UserRoute"),
  "team.import": screenPart(() => import("./UserImportRoute.tsx"), "UserImportRoute"),
  "team.roles": screenPart(() => import("./RolesRoute.tsx"), "RolesRoute"),
  "facilities.create": screenPart(() => import("./NewFacilityRoute.tsx"), "NewFacilityRoute"),
  "facilities.import": screenPart(() => import("./FacilityImportRoute.tsx"), "FacilityImportRoute"),
  "facilities.edit": screenPart(() => import("./FacilityRoute.tsx"), "FacilityRoute"),
  "facilities.driftAll": screenPart(() => import("./FacilitiesDriftRoute.tsx"), "FacilitiesDriftRoute"),
  "facilities.drift": screenPart(() => import("./FacilityDriftRoute.tsx"), "FacilityDriftRoute"),
  "facilities.transfer": screenPart(() => import("./FacilityTransferRoute.tsx"), "FacilityTransferRoute"),
  "automations.messages": screenPart(() => import("./AutoMessagesRoute.tsx"), "AutoMessagesRoute"),
  "automations.lock": screenPart(() => import("./AutoLockRoute.tsx"), "AutoLockRoute"),
  "integrations.keys": screenPart(() => import("./ApiKeysRoute.tsx"), "ApiKeysRoute"),
  "integrations.key": screenPart(() => import("./ApiKeyRoute.tsx"), "ApiKeyRoute"),
  "integrations.webhooks": screenPart(() => import("./WebhooksRoute.tsx"), "WebhooksRoute"),
  "integrations.facilities": screenPart(() => import("./IncludedFacilitiesRoute.tsx"), "IncludedFacilitiesRoute"),
  "settings.general": screenPart(() => import("./GeneralSettingsRoute.tsx"), "GeneralSettingsRoute"),
  "settings.subdomains": screenPart(() => import("./SubdomainsRoute.tsx"), "SubdomainsRoute"),
  "settings.subdomain": screenPart(() => import("./SubdomainRoute.tsx"), "SubdomainRoute"),
  facilities: screenPart(() => import("./FacilitiesRoute.tsx"), "FacilitiesRoute")
}

/** What stands around every screen of a session. */
export const signedInLayout = screenPart(() => import("./SignedInRoute.tsx"), "SignedInRoute")

/** What an address shows whose screen is not in the console yet. */
export const pendingScreen = screenPart(() => import("./PendingRoute.tsx"), "PendingRoute")
