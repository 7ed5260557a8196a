/** Longest delay while the browser is busy, in milliseconds. */
const patience = 2_000

/** Runs something when the browser is idle. Returns a function that cancels it. */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, patience)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: patience })
  return () => cancelIdleCallback(handle)
}

/** How long after a key the user counts as typing, in milliseconds. */
const typing = 1_000

let lastKey = Number.NEGATIVE_INFINITY
if (typeof addEventListener === "function") {
  addEventListener("keydown", () => (lastKey = performance.now()), { capture: true, passive: true })
}

/** Resolves when the browser is idle and the user isn't typing, so that what follows delays no key. */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      const left = lastKey + typing - performance.now()
      if (left <= 0) done()
      else setTimeout(() => whenIdle(look), left)
    }
    whenIdle(look)
  })
