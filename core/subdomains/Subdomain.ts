import { Schema } from "effect"
import { FacilityId, SubdomainId } from "#core/base/ids.ts"
import { StorableText } from "#core/base/storableText.ts"
import { subdomainLimits } from "./subdomainLimits.ts"

/**
 * A subdomain portal of a company (002 §3). `facilityIDs` are the facilities on it that the user sees; `logo` is the file name
 * below /images/, null where there is none. `version` grows with every change of it or of its facilities.
 */
export const Subdomain = Schema.Struct({
  id: SubdomainId,
  displayName: Schema.String,
  subdomainUrl: Schema.String,
  facilityIDs: Schema.Array(FacilityId),
  logo: Schema.NullOr(Schema.String),
  version: Schema.Int
})
export type Subdomain = typeof Subdomain.Type

/** Long enough for `subdomainRules.ts` to say what is wrong with a text. */
const Text = StorableText(500)
const FacilityIds = Schema.NullOr(Schema.Array(FacilityId).check(Schema.isMaxLength(subdomainLimits.facilities)))
const Logo = Schema.NullOr(StorableText(100))

/** A facility and a subdomain that it was on, or goes to. */
export const PlacedFacility = Schema.Struct({ facilityID: FacilityId, subdomainID: SubdomainId })
export type PlacedFacility = typeof PlacedFacility.Type

/** Body of POST companies/subdomains: the form with an empty logo (002 §7). No facilities and null are the same. */
export const NewSubdomain = Schema.Struct({
  displayName: Text,
  subdomainUrl: Text,
  facilityIDs: Schema.optionalKey(FacilityIds),
  logo: Schema.optionalKey(Logo)
})
export type NewSubdomain = typeof NewSubdomain.Type

/**
 * Body of PUT companies/subdomains: the current subdomain merged with the form (002 §7). What is absent stays; null facilities are
 * none, a null or empty logo takes the logo away. With a `version`, a subdomain that changed since then is refused. `givesTo` names
 * other subdomains for facilities that leave this one; without it they are on none.
 */
export const SubdomainEdit = Schema.Struct({
  id: SubdomainId,
  displayName: Schema.optionalKey(Text),
  subdomainUrl: Schema.optionalKey(Text),
  facilityIDs: Schema.optionalKey(FacilityIds),
  logo: Schema.optionalKey(Logo),
  givesTo: Schema.optionalKey(Schema.Array(PlacedFacility).check(Schema.isMaxLength(subdomainLimits.facilities))),
  version: Schema.optionalKey(Schema.Int)
})
export type SubdomainEdit = typeof SubdomainEdit.Type
