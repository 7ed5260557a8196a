import { Schema } from "effect"
import { CompanyId, FacilityId, SubdomainId } from "#core/base/ids.ts"
import { IntegrationMode } from "#core/fms/fmsSystems.ts"

/**
 * A facility as lists show it (001 §3). `no_of_locks` and `lockCount` are both the number of active locks.
 * `facilityDisplayName` is its public name; `managementSoftwareType` is the name of its software.
 */
export const Facility = Schema.Struct({
  facilityID: FacilityId,
  companyID: CompanyId,
  facilityName: Schema.String,
  facilityURL: Schema.String,
  facilityDisplayName: Schema.String,
  companyDisplayName: Schema.String,
  email: Schema.String,
  /** Ten digits, or empty. */
  phoneNumber: Schema.String,
  phoneNumberCustomerService: Schema.String,
  no_Of_Units: Schema.Int,
  street: Schema.String,
  city: Schema.String,
  state: Schema.String,
  zip: Schema.String,
  /** Degrees; null if the location is unknown. */
  lat: Schema.NullOr(Schema.Finite),
  lng: Schema.NullOr(Schema.Finite),
  managementSoftware: Schema.Int,
  managementSoftwareType: Schema.String,
  /** How its management software is connected; null if that was never set. */
  mode: Schema.NullOr(IntegrationMode.Id),
  isActive: Schema.Boolean,
  includedInAPI: Schema.Boolean,
  no_of_locks: Schema.Int,
  lockCount: Schema.Int,
  /** The subdomain portal it belongs to; null for none (002 §3). */
  companySubdomainID: Schema.NullOr(SubdomainId)
})
export type Facility = typeof Facility.Type
