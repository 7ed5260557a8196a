import type { Access } from "#core/auth/Access.ts"
import { Feature } from "#core/companies/features.ts"
import { facilityChanges } from "#core/facilities/facilityAccess.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { userChanges } from "#core/team/userAccess.ts"

/** The access for importing facilities: that for editing them, plus the feature BulkImport (001 §6; DECISIONS, features). */
export const importAccess: Access = { ...facilityChanges, feature: Feature.id.BulkImport }

/** The access for importing team users: that for editing them, plus the feature BulkImport (002 §6; DECISIONS, features). */
export const userImportAccess: Access = { ...userChanges, feature: Feature.id.BulkImport }

/** Systems that can list their facilities (001 §7), in the order of the choice. */
export const listingSystems = [
  Fms.id.StorableEdge,
  Fms.id.Sitelink,
  Fms.id.SsmCloud
] as const satisfies ReadonlyArray<FmsId>
export type ListingSystem = (typeof listingSystems)[number]

export const canList = (fms: FmsId): fms is ListingSystem => listingSystems.some((each) => each === fms)

/** The mode for a system: Via FMS if it can list its facilities (001 §4). */
export const importModeOf = (fms: FmsId): (typeof IntegrationMode.ids)[number] =>
  canList(fms) ? IntegrationMode.id.ViaFms : IntegrationMode.id.ViaCsv
