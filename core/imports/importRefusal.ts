import { featureRefusal } from "#core/auth/accessRules.ts"
import type { FeatureNotIncluded } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Feature } from "#core/companies/features.ts"
import type { FmsFixed } from "#core/facilities/FacilityErrors.ts"
import { fmsRefusal } from "#core/facilities/facilityRules.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"

/**
 * Why a user with the permission may not import facilities of a software, or null: adding needs the Facilities feature, and new
 * facilities can only have software that the form offers.
 */
export const importRefusal = (user: LoggedInUser, fms: FmsId): FeatureNotIncluded | FmsFixed | null =>
  featureRefusal(user, Feature.id.Facilities) ?? fmsRefusal(user, Fms.id.NotListed, fms)
