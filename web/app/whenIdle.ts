/** How long a busy browser may put it off, in milliseconds. */
const patience = 2_000

/** Runs something when the browser has nothing else to do. The answer gives it up. */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, patience)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: patience })
  return () => cancelIdleCallback(handle)
}
