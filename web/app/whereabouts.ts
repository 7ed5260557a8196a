import { center } from "./CommandCenter.ts"

/**
 * Returns whether the user is still where they are now: on the same screen, with nothing in front of it, and has typed nothing
 * since. Otherwise a dialog that opens by itself would take their keys. `pathname`: the screen, if they may already have left it.
 */
export const whereabouts = (pathname = location.pathname): (() => boolean) => {
  let typed = false
  const onInput = (): void => {
    typed = true
    stop()
  }
  const stop = (): void => removeEventListener("input", onInput, true)
  addEventListener("input", onInput, true)
  return () => {
    stop()
    return !typed && location.pathname === pathname && !center.live.some(({ modal }) => modal === true)
  }
}
