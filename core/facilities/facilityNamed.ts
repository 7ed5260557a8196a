import type { FacilityId } from "#core/base/ids.ts"
import type { NamedFacility } from "./findFacility.ts"

/** Names of the facilities the current user can see. */
export type FacilityNames = ReadonlyMap<FacilityId, string>

/** The names of these facilities. */
export const facilityNamesOf = (facilities: ReadonlyArray<NamedFacility>): FacilityNames =>
  new Map(facilities.map(({ facilityID, facilityName }) => [facilityID, facilityName] as const))

/** The name of a facility; its number if it is not in `names`. */
export const facilityNamed = (names: FacilityNames, facilityID: FacilityId): string =>
  names.get(facilityID) ?? `Facility ${facilityID}`
