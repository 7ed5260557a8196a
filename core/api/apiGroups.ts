import type { HttpApiGroup } from "effect/http-api"
import type { Api } from "./Api.ts"

/** The name of a group of the contract. */
export type GroupName = keyof (typeof Api)["groups"] & string

/** A group of this name, its calls aside. */
type Named<Name extends string> = HttpApiGroup.Constraint & { readonly identifier: Name }

/**
 * Where each group of the contract is, for who makes a call or two and would wait for the schemas of all: none is evaluated
 * before it is asked for. A group of `Api.ts` that is missing here, or stands under another's name, does not compile.
 */
export const apiGroups: { readonly [Name in GroupName]: () => Promise<Named<Name>> } = {
  auth: async () => (await import("#core/auth/AuthApi.ts")).AuthApi,
  locks: async () => (await import("#core/locks/LocksApi.ts")).LocksApi,
  lockChanges: async () => (await import("#core/locks/LockChangesApi.ts")).LockChangesApi,
  jobs: async () => (await import("#core/jobs/JobsApi.ts")).JobsApi,
  inventory: async () => (await import("#core/inventory/InventoryApi.ts")).InventoryApi,
  returns: async () => (await import("#core/returns/ReturnsApi.ts")).ReturnsApi,
  facilities: async () => (await import("#core/facilities/FacilitiesApi.ts")).FacilitiesApi,
  transfers: async () => (await import("#core/transfers/TransfersApi.ts")).TransfersApi,
  fms: async () => (await import("#core/fms/FmsApi.ts")).FmsApi,
  imports: async () => (await import("#core/imports/ImportsApi.ts")).ImportsApi,
  users: async () => (await import("#core/team/UsersApi.ts")).UsersApi,
  registry: async () => (await import("#core/registry/RegistryApi.ts")).RegistryApi,
  audit: async () => (await import("#core/audit/AuditApi.ts")).AuditApi,
  exports: async () => (await import("#core/exports/ExportsApi.ts")).ExportsApi,
  support: async () => (await import("#core/support/SupportApi.ts")).SupportApi,
  notices: async () => (await import("#core/notices/NoticesApi.ts")).NoticesApi,
  outbox: async () => (await import("#core/mail/OutboxApi.ts")).OutboxApi,
  units: async () => (await import("#core/units/UnitsApi.ts")).UnitsApi,
  drift: async () => (await import("#core/drift/DriftApi.ts")).DriftApi,
  automations: async () => (await import("#core/automations/AutomationsApi.ts")).AutomationsApi,
  companies: async () => (await import("#core/acting/CompaniesApi.ts")).CompaniesApi
}
