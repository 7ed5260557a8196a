/** Names of the facilities the current user can see. */
export type FacilityNames = ReadonlyMap<number, string>

/** The name of a facility; its number if it is not in `names`. */
export const facilityNamed = (names: FacilityNames, facilityID: number): string =>
  names.get(facilityID) ?? `Facility ${facilityID}`
