import type { Place } from "#core/facilities/distance.ts"

/** Timeout and largest age of a position, in milliseconds. */
const patience = { timeout: 10_000, maximumAge: 300_000 } as const

let here: Place | null = null
let permission: Promise<PermissionStatus> | null = null
const listeners = new Set<() => void>()

const settle = (place: Place | null): void => {
  if (here?.lat === place?.lat && here?.lng === place?.lng) return
  here = place
  for (const listener of listeners) listener()
}

/** The browser's location; null while unknown. Kept in memory only. */
export const placeNow = (): Place | null => here

/** Calls back when the location changes. Returns a function to unsubscribe. */
export const onPlace = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gets the location. The browser may ask for permission, so call it only when the user wants it. */
export const findPlace = (): Promise<Place | null> =>
  new Promise((done) => {
    if (!("geolocation" in navigator)) return done(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        settle({ lat: coords.latitude, lng: coords.longitude })
        done(here)
      },
      () => done(null),
      patience
    )
  })

/** Gets the location if permission is already granted, or once it is, without asking. */
export const followPlace = async (): Promise<void> => {
  if (!("permissions" in navigator)) return
  const first = permission === null
  permission ??= navigator.permissions.query({ name: "geolocation" })
  const status = await permission
  const follow = (): void => {
    if (status.state === "granted") void findPlace()
    else settle(null)
  }
  if (first) status.addEventListener("change", follow)
  follow()
}
