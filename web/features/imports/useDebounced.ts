import { useRef } from "react"
import { now } from "#web/app/clock.ts"
import { firstPress } from "./firstPress.ts"

/** Does it at the first press; presses that follow within the time are the same one. */
export const useDebounced = (act: () => void): (() => void) => {
  const isFirst = useRef(firstPress())
  return () => {
    if (isFirst.current(now())) act()
  }
}
