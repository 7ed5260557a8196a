import { Schema } from "effect"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { FacilityId, SubdomainId } from "#core/base/ids.ts"
import { StorableText } from "#core/base/storableText.ts"
import { subdomainLimits } from "./subdomainLimits.ts"

/**
 * A subdomain portal of a company (002 §3). `facilityIDs` are its facilities that the user can see; `logo` is the file
 * name below /images/, null if there is none. `version` increases with every change of it or of its facilities.
 */
export const Subdomain = Schema.Struct({
  id: SubdomainId,
  displayName: Schema.String,
  subdomainUrl: Schema.String,
  facilityIDs: Schema.Array(FacilityId),
  logo: Schema.NullOr(Schema.String),
  version: Schema.Int,
  ...updatedBy
})
export type Subdomain = typeof Subdomain.Type

/** Long enough that `subdomainRules.ts`, not the schema, reports texts that are too long. */
const Text = Schema.String.check(Schema.isMaxLength(500))
const FacilityIds = Schema.NullOr(Schema.Array(FacilityId).check(Schema.isMaxLength(subdomainLimits.facilities)))
const Logo = Schema.NullOr(StorableText(100))

/** A facility, and the subdomain it was on or moves to. */
export const PlacedFacility = Schema.Struct({ facilityID: FacilityId, subdomainID: SubdomainId })
export type PlacedFacility = typeof PlacedFacility.Type

/**
 * Body of POST companies/subdomains: the form with an empty logo (002 §7). An empty list of facilities and null are the same.
 */
export const NewSubdomain = Schema.Struct({
  displayName: Text,
  subdomainUrl: Text,
  facilityIDs: Schema.optionalKey(FacilityIds),
  logo: Schema.optionalKey(Logo)
})
export type NewSubdomain = typeof NewSubdomain.Type

/**
 * Body of PUT companies/subdomains: the current subdomain merged with the form (002 §7). Missing fields stay; null
 * facilities are none, and a null or empty logo removes the logo. If the subdomain changed since `version`, the edit is
 * refused. `givesTo` names other subdomains for facilities that leave this one; by default they are on none.
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
