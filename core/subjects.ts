/**
 * The subjects that have calls, one line each: group name and module. The contract (`api/Api.ts`), the typed client and
 * the console, which loads a group with its first call (`api/apiGroups.ts`), are built from it. Each module must export
 * its group under this name, which is also the group's identifier; otherwise its handlers do not compile. The reference
 * uses this order.
 */
export const subjects = {
  auth: () => import("#core/auth/AuthApi.ts"),
  account: () => import("#core/account/AccountApi.ts"),
  locks: () => import("#core/locks/LocksApi.ts"),
  lockChanges: () => import("#core/locks/LockChangesApi.ts"),
  jobs: () => import("#core/jobs/JobsApi.ts"),
  inventory: () => import("#core/inventory/InventoryApi.ts"),
  returns: () => import("#core/returns/ReturnsApi.ts"),
  facilities: () => import("#core/facilities/FacilitiesApi.ts"),
  fms: () => import("#core/fms/FmsApi.ts"),
  imports: () => import("#core/imports/ImportsApi.ts"),
  userImports: () => import("#core/imports/UserImportsApi.ts"),
  transfers: () => import("#core/transfers/TransfersApi.ts"),
  users: () => import("#core/team/UsersApi.ts"),
  registry: () => import("#core/registry/RegistryApi.ts"),
  audit: () => import("#core/audit/AuditApi.ts"),
  exports: () => import("#core/exports/ExportsApi.ts"),
  support: () => import("#core/support/SupportApi.ts"),
  outbox: () => import("#core/mail/OutboxApi.ts"),
  notices: () => import("#core/notices/NoticesApi.ts"),
  units: () => import("#core/units/UnitsApi.ts"),
  drift: () => import("#core/drift/DriftApi.ts"),
  automations: () => import("#core/automations/AutomationsApi.ts"),
  companies: () => import("#core/acting/CompaniesApi.ts"),
  apiKeys: () => import("#core/apikeys/ApiKeysApi.ts"),
  settings: () => import("#core/settings/SettingsApi.ts"),
  webhooks: () => import("#core/webhooks/WebhooksApi.ts"),
  roles: () => import("#core/roles/RolesApi.ts"),
  viewing: () => import("#core/viewing/ViewingApi.ts"),
  subdomains: () => import("#core/subdomains/SubdomainsApi.ts")
}
