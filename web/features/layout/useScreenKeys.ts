import { useRouterState } from "@tanstack/react-router"
import { useEffect, useLayoutEffect, useRef } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { keptKeys } from "#web/keyboard/KeptKeys.ts"

/** Whether a screen starts in a field (decision 107), so that all keys are meant for it: also digits, and the `g` of a name. */
const startsInField = (path: string): boolean => path.endsWith("/create")

/** Buffers the keys typed while a screen loads, and replays them there. The screen that is still shown gets none of them. */
export const useScreenKeys = (): void => {
  const coming = useRouterState({
    select: ({ location: { pathname }, resolvedLocation }) =>
      pathname === resolvedLocation?.pathname ? null : pathname
  })
  const came = useRef<(() => void) | null>(null)
  // Before the next key.
  useLayoutEffect(() => {
    center.leaves = coming !== null
    if (coming !== null) came.current ??= keptKeys.awaitScreen({ takesAll: startsInField(coming) })
  }, [coming])
  // After the effects of the new screen, which add its commands or wait for its data.
  useEffect(() => {
    if (coming !== null) return
    came.current?.()
    came.current = null
  }, [coming])
  useEffect(
    () => () => {
      // The session ended: its keys are for nothing that comes now.
      keptKeys.forgetScreen()
      center.leaves = false
      came.current?.()
      came.current = null
    },
    []
  )
}
