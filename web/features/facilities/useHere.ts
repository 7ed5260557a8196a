import { useState, useSyncExternalStore } from "react"
import { distanceOf, type Place } from "#core/facilities/distance.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { findPlace, onPlace, placeNow } from "#web/app/here.ts"
import { toast } from "#web/app/notices.ts"
import { read, write } from "#web/app/storage.ts"

const yes = "yes"

/** The browser's location, if known. */
export interface Here {
  readonly here: Place | null
  /** The user turned on the nearest facility (000 §3: usingNearestFacility). */
  readonly nearest: boolean
  readonly setNearest: (nearest: boolean) => void
}

/** The first active facility of a list sorted by distance; null if the location is unknown. */
export const nearestOf = (facilities: ReadonlyArray<Facility>, here: Place): Facility | null => {
  const first = facilities.find(({ isActive }) => isActive)
  return first === undefined || distanceOf(here, first) === null ? null : first
}

/** The browser's location, and the "nearest facility" setting. Turning it on asks the browser for the location. */
export const useHere = (): Here => {
  const here = useSyncExternalStore(onPlace, placeNow)
  const [nearest, keep] = useState(() => read("nearest") === yes)
  const settle = (wanted: boolean): void => {
    write("nearest", wanted ? yes : null)
    keep(wanted)
  }
  const setNearest = (wanted: boolean): void => {
    if (!wanted || here !== null) return settle(wanted)
    void findPlace().then((place) => {
      if (place !== null) settle(true)
      else toast("warning", "We couldn't get your location.", "Allow it in your browser settings and try again.")
    })
  }
  return { here, nearest, setNearest }
}
