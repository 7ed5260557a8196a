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
 * Resolves when the browser is idle, the user isn't typing, and the server seems reachable, so that what is loaded then delays no
 * key and doesn't fail.
 */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    const wait = (): void => void whenIdle(look, shortPatience)
    const look = (): void => {
      const left = lastKey + typing - performance.now()
      if (left > 0) setTimeout(wait, left)
      else if (reachability.state().answers) done()
      else setTimeout(wait, away)
    }
    wait()
  })
