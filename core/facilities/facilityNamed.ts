/** Facilities by name, as far as whoever asks may see them. */
export type FacilityNames = ReadonlyMap<number, string>

/** A facility by name; one that is not among `names` by its number. */
export const facilityNamed = (names: FacilityNames, facilityID: number): string =>
  names.get(facilityID) ?? `Facility ${facilityID}`
