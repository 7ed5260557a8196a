import { useEffect, useState } from "react"
import type { Place } from "#core/facilities/distance.ts"
import { toast } from "#web/app/notices.ts"
import { read, write } from "#web/app/storage.ts"

const yes = "yes"

/** How long a position is waited for, and how old one may be, in milliseconds. */
const patience = { timeout: 10_000, maximumAge: 300_000 } as const

/** Where this browser is, as far as it tells. */
export interface Here {
  readonly here: Place | null
  /** Somebody wants to be at the facility that is nearest (000 §3: usingNearestFacility). */
  readonly nearest: boolean
  readonly setNearest: (nearest: boolean) => void
}

const ask = (found: (place: Place) => void, failed: () => void): void => {
  if (!("geolocation" in navigator)) return failed()
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => found({ lat: coords.latitude, lng: coords.longitude }),
    failed,
    patience
  )
}

const mayAsk = async (): Promise<boolean> => {
  if (!("permissions" in navigator)) return false
  return (await navigator.permissions.query({ name: "geolocation" })).state === "granted"
}

/** Follows the place where it may be known: nobody is asked for it before they want the nearest facility. */
export const useHere = (): Here => {
  const [here, setHere] = useState<Place | null>(null)
  const [nearest, keep] = useState(() => read("nearest") === yes)
  useEffect(() => {
    let over = false
    void mayAsk().then((may) => {
      if (may && !over) ask(setHere, () => undefined)
    })
    return () => {
      over = true
    }
  }, [])
  const setNearest = (wanted: boolean): void => {
    const settle = (value: boolean): void => {
      write("nearest", value ? yes : null)
      keep(value)
    }
    if (!wanted || here !== null) return settle(wanted)
    ask(
      (place) => {
        setHere(place)
        settle(true)
      },
      () => toast("warning", "Your location is not known.", "Allow it in your browser settings and try again.")
    )
  }
  return { here, nearest, setNearest }
}
