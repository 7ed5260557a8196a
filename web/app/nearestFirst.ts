import { distanceOf, type Place } from "#core/facilities/distance.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { naturally } from "./naturally.ts"

const byName = (a: Facility, b: Facility): number => naturally(a.facilityName, b.facilityName)

/**
 * Facilities as they stand wherever nobody sorts them: the nearest first, those whose place is not known last (001 §2); by name
 * among equals, and where nobody is anywhere.
 */
export const nearestFirst = (facilities: ReadonlyArray<Facility>, here: Place | null): ReadonlyArray<Facility> => {
  if (here === null) return facilities.toSorted(byName)
  const distances = new Map(facilities.map((facility) => [facility.facilityID, distanceOf(here, facility)]))
  const of = ({ facilityID }: Facility): number => distances.get(facilityID) ?? Number.POSITIVE_INFINITY
  return facilities.toSorted((a, b) => (of(a) === of(b) ? byName(a, b) : of(a) - of(b)))
}
