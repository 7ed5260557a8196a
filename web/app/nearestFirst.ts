import { distanceOf, type Place } from "#core/facilities/distance.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { naturally } from "./naturally.ts"

const byName = (a: Facility, b: Facility): number => naturally(a.facilityName, b.facilityName)

/**
 * Default order of facilities: nearest first, those without a known location last (001 §2), then by name. By name
 * only if the browser's location is unknown.
 */
export const nearestFirst = (facilities: ReadonlyArray<Facility>, here: Place | null): ReadonlyArray<Facility> => {
  if (here === null) return facilities.toSorted(byName)
  const distances = new Map(facilities.map((facility) => [facility.facilityID, distanceOf(here, facility)]))
  const of = ({ facilityID }: Facility): number => distances.get(facilityID) ?? Number.POSITIVE_INFINITY
  return facilities.toSorted((a, b) => (of(a) === of(b) ? byName(a, b) : of(a) - of(b)))
}
