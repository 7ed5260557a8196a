/** A location, in degrees. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

/** The radius of the earth in kilometers (001 §9). */
const earthRadius = 6371

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The great-circle distance between two locations in kilometers (haversine). */
export const kilometersBetween = (a: Place, b: Place): number => {
  const lat = radians(b.lat - a.lat) / 2
  const lng = radians(b.lng - a.lng) / 2
  const h = Math.sin(lat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(lng) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The distance from here to a facility in kilometers; null if its location is unknown. */
export const distanceOf = (
  here: Place,
  { lat, lng }: { readonly lat: number | null; readonly lng: number | null }
): number | null => (lat === null || lng === null ? null : kilometersBetween(here, { lat, lng }))
