/** Longest delay while the browser is busy, in milliseconds. */
const patience = 2_000

/** Runs something when the browser is idle, or after `most` milliseconds. Returns a function that cancels it. */
export const whenIdle = (run: () => void, most = patience): (() => void) => {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, most)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: most })
  return () => cancelIdleCallback(handle)
}

/** The same for one of several things that wait for each other. */
const shortPatience = 200

/** How long after a key the user counts as typing, in milliseconds. */
const typing = 1_000

let lastKey = Number.NEGATIVE_INFINITY
if (typeof addEventListener === "function") {
  addEventListener("keydown", () => (lastKey = performance.now()), { capture: true, passive: true })
}

/** Resolves when the browser is idle and the user isn't typing, so that what follows delays no key. */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    const wait = (): void => void whenIdle(look, shortPatience)
    const look = (): void => {
      const left = lastKey + typing - performance.now()
      if (left <= 0) done()
      else setTimeout(wait, left)
    }
    wait()
  })
