/** The hub's clock. Tests pass one that they advance by hand, so that no test waits. */
export interface HubClock {
  /** Monotonic milliseconds from an arbitrary origin; only differences are meaningful. */
  readonly now: () => number
  /** Runs `run` every `millis` milliseconds until the returned function is called. */
  readonly every: (millis: number, run: () => void) => () => void
}

/** The process's own monotonic clock. Its timers never keep the process running. */
export const systemClock: HubClock = {
  now: () => performance.now(),
  every: (millis, run) => {
    const timer = setInterval(run, millis)
    timer.unref()
    return () => clearInterval(timer)
  }
}
