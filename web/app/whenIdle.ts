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
