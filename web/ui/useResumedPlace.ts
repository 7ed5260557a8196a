import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { hasReturned } from "#web/app/returning.ts"
import { atSessionEnd } from "#web/app/sessionLife.ts"
import type { ListPlace } from "./listPlace.ts"

/** The places in lists that the user left, by screen and list. */
const left = new Map<string, ListPlace>()

atSessionEnd(() => left.clear())

/**
 * Makes the row that was current when the user left the screen current again if they come back. Returns whether it still is.
 */
export const useResumedPlace = (list: string, where: ListPlace, show: (where: ListPlace) => void): boolean => {
  const [key] = useState(() => `${location.pathname} ${list}`)
  const [resumed] = useState(() => (hasReturned() ? (left.get(key) ?? null) : null))
  const latest = useRef(where)
  useLayoutEffect(() => {
    latest.current = where
  })
  useLayoutEffect(() => {
    if (resumed !== null) show({ ...where, current: resumed.current, place: resumed.place })
  }, [])
  useEffect(() => () => void left.set(key, latest.current), [key])
  return resumed !== null && resumed.current === where.current
}
