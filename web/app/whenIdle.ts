import { reachability } from "./reachability.ts"

/** Longest delay while the browser is busy, in milliseconds. */
const patience = 2_000

/** The same for one of several things that wait for each other. */
const shortPatience = 200

/** Runs something when the browser is idle, or after `most` milliseconds. Returns a function that cancels it. */
export const whenIdle = (run: () => void, most = patience): (() => void) => {
  if (typeof requestIdleCallback !== "function") {
    // Safari doesn't tell when it is idle.
    const timer = setTimeout(run, Math.min(most, shortPatience))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: most })
  return () => cancelIdleCallback(handle)
}

/** How long after a key the user counts as typing, in milliseconds. */
const typing = 1_000

/** How often to look whether the server is back, in milliseconds. */
const away = 1_000

let lastKey = Number.NEGATIVE_INFINITY
if (typeof addEventListener === "function") {
  addEventListener("keydown", () => (lastKey = performance.now()), { capture: true, passive: true })
}

/**
 * Runs something when the browser is idle and the user isn't typing, so that it delays no key. Returns a function that cancels
 * it.
 */
export const betweenKeys = (run: () => void): (() => void) => {
  let cancel: () => void
  const wait = (): void => {
    cancel = whenIdle(look, shortPatience)
  }
  const look = (): void => {
    const left = lastKey + typing - performance.now()
    if (left <= 0) return run()
    const timer = setTimeout(wait, left)
    cancel = () => clearTimeout(timer)
  }
  wait()
  return () => cancel()
}

/** Resolves between keys while the server seems reachable, so that what is loaded then doesn't fail. */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      if (reachability.state().answers) done()
      else setTimeout(betweenKeys, away, look)
    }
    betweenKeys(look)
  })
