import { useRef } from "react"
import { now } from "#web/app/clock.ts"
import { firstPress } from "./firstPress.ts"

/** Runs the action on the first press. Presses shortly after it are ignored unless `about` changed. */
export const useDebounced = (act: () => void, about: ReadonlyArray<unknown> = []): (() => void) => {
  const isFirst = useRef(firstPress())
  return () => {
    if (isFirst.current(now(), about)) act()
  }
}
