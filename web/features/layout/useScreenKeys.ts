import { useRouterState } from "@tanstack/react-router"
import { useEffect, useLayoutEffect, useRef } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { keptKeys } from "#web/keyboard/KeptKeys.ts"

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
    if (coming !== null) came.current ??= keptKeys.awaitScreen()
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
