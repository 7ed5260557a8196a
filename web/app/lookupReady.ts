import { center } from "./CommandCenter.ts"
import { session } from "./Session.ts"

/** How long to wait for the palette to become available, in milliseconds. On a slow line its code takes many seconds. */
const patience = 60_000

/** Waits until a lookup can start. Resolves to false once nobody is signed in, or on a timeout. */
export const lookupReady = (): Promise<boolean> =>
  new Promise((settle) => {
    const end = (there: boolean): void => {
      clearTimeout(timer)
      stop()
      settle(there)
    }
    const look = (): void => {
      // The sign-in screen has commands, too, so this notices the end of the session.
      if (session.token === null) end(false)
      else if (center.handles("palette.open")) end(true)
    }
    const timer = setTimeout(() => end(false), patience)
    const stop = center.subscribe(look)
    look()
  })
