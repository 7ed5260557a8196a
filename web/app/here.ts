import type { Place } from "#core/facilities/distance.ts"

/** How long a position is waited for, and how old one may be, in milliseconds. */
const patience = { timeout: 10_000, maximumAge: 300_000 } as const

let here: Place | null = null
let permission: Promise<PermissionStatus> | null = null
const listeners = new Set<() => void>()

const settle = (place: Place | null): void => {
  if (here?.lat === place?.lat && here?.lng === place?.lng) return
  here = place
  for (const listener of listeners) listener()
}

/** Where this browser is; null while that is not known. It is kept nowhere but in memory. */
export const placeNow = (): Place | null => here

/** Calls back when the place is another; returns how to stop. */
export const onPlace = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Finds the place. Whoever has not decided yet is asked by the browser: only for somebody who wants it. */
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

/** Finds the place where that is permitted already, now and when it becomes so: nobody is asked. */
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
