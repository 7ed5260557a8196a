import type { Access } from "#core/auth/Access.ts"
import { Feature } from "#core/companies/features.ts"
import { facilityChanges } from "#core/facilities/facilityAccess.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { userChanges } from "#core/team/userAccess.ts"

/** Who may import facilities: who may change them, where BulkImport is included (001 §6; DECISIONS, features). */
export const importAccess: Access = { ...facilityChanges, feature: Feature.id.BulkImport }

/** Who may import team users: who may change them, where BulkImport is included (002 §6; DECISIONS, features). */
export const userImportAccess: Access = { ...userChanges, feature: Feature.id.BulkImport }

/** Software whose facilities can be asked for (001 §7), in the order of the choice. */
export const listingSystems = [
  Fms.id.StorableEdge,
  Fms.id.Sitelink,
  Fms.id.SsmCloud
] as const satisfies ReadonlyArray<FmsId>
export type ListingSystem = (typeof listingSystems)[number]

export const canList = (fms: FmsId): fms is ListingSystem => listingSystems.some((each) => each === fms)

/** The mode that a choice of software sets: Via FMS where its facilities can be asked for (001 §4). */
export const importModeOf = (fms: FmsId): (typeof IntegrationMode.ids)[number] =>
  canList(fms) ? IntegrationMode.id.ViaFms : IntegrationMode.id.ViaCsv
