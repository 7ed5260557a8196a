import { Schema } from "effect"
import { CompanyId, FacilityId } from "#core/base/ids.ts"

/** A facility as lists show it (001 §3). `no_of_locks` counts its active locks. */
export const Facility = Schema.Struct({
  facilityID: FacilityId,
  companyID: CompanyId,
  facilityName: Schema.String,
  street: Schema.String,
  city: Schema.String,
  state: Schema.String,
  zip: Schema.String,
  phoneNumber: Schema.String,
  managementSoftware: Schema.Int,
  isActive: Schema.Boolean,
  includedInAPI: Schema.Boolean,
  no_of_locks: Schema.Int
})
export type Facility = typeof Facility.Type
