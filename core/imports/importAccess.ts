import type { Access } from "#core/auth/Access.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import type { FeatureNotIncluded } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Feature } from "#core/companies/features.ts"
import { facilityChanges } from "#core/facilities/facilityAccess.ts"
import type { FmsFixed } from "#core/facilities/FacilityErrors.ts"
import { fmsRefusal } from "#core/facilities/facilityRules.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"

/** Who may import facilities: who may change them, where BulkImport is included (001 §6; DECISIONS, features). */
export const importAccess: Access = { ...facilityChanges, feature: Feature.id.BulkImport }

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

/**
 * Why a user who has the permission may not import facilities of a software, or null: adding needs the Facilities feature,
 * and new facilities get only software that the form would give them.
 */
export const importRefusal = (user: LoggedInUser, fms: FmsId): FeatureNotIncluded | FmsFixed | null =>
  featureRefusal(user, Feature.id.Facilities) ?? fmsRefusal(user, Fms.id.NotListed, fms)
