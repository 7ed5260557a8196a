import { useRouterState } from "@tanstack/react-router"
import { useEffect, useLayoutEffect } from "react"
import { keptKeys } from "#web/keyboard/KeptKeys.ts"

/** Buffers the keys typed while a screen loads, and replays them there. The screen that is still shown gets none of them. */
export const useScreenKeys = (): void => {
  const coming = useRouterState({
    select: ({ location: { pathname }, resolvedLocation }) =>
      pathname === resolvedLocation?.pathname ? null : pathname
  })
  // Before the next key.
  useLayoutEffect(() => {
    if (coming !== null) keptKeys.awaitScreen(true)
  }, [coming])
  // After the effects of the new screen, which add its commands.
  useEffect(() => {
    if (coming === null) keptKeys.awaitScreen(false)
  }, [coming])
}
