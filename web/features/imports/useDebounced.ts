import { useRef } from "react"
import { now } from "#web/app/clock.ts"
import { firstPress } from "./firstPress.ts"

/** Does it at the first press; presses that follow within the time are the same one, unless they are `about` something else. */
export const useDebounced = (act: () => void, about: ReadonlyArray<unknown> = []): (() => void) => {
  const isFirst = useRef(firstPress())
  return () => {
    if (isFirst.current(now(), about)) act()
  }
}
